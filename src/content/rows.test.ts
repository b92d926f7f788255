import { describe, expect, test } from 'vitest'
import { article } from '../../tests/support/database/content-rows.ts'
import { type SkippedRow, columnsOf, isEntity, parseRows } from './rows.ts'

const stored = {
  ...article({ id: 'a' }),
  published_at: '2026-03-01T10:00:00.123456+01:00',
  updated_at: '2026-03-01T09:00:00+00:00',
  article_tags: [{ tag_id: 'z' }, { tag_id: 'b' }],
}

function parse(...rows: unknown[]) {
  const problems: SkippedRow[] = []
  return { rows: parseRows('articles', rows, (problem) => problems.push(problem)), problems }
}

describe('rows of the database', () => {
  test('have times in one spelling and tags in one order', () => {
    expect(parse(stored).rows[0]).toMatchObject({
      published_at: '2026-03-01T09:00:00.123Z',
      updated_at: '2026-03-01T09:00:00.000Z',
      tag_ids: ['b', 'z'],
    })
  })

  test('have no picture that is withdrawn', () => {
    const row = {
      ...stored,
      featured_image: 'https://x.example/storage/v1/object/public/media/u/1.webp?w=2',
      gallery: ['/u/1-thumb.webp', '/u/2.webp'],
      withdrawn_files: ['u/1.webp'],
    }
    expect(parse(row).rows[0]).toMatchObject({ featured_image: null, gallery: ['/u/2.webp'] })
  })

  test.each([
    ['2026-02-01T00:00:00Z', '2026-03-01T09:00:00.123Z'],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00.000Z'],
  ])('changed last at %s were modified at %s, not before they were published', (modified_at, modified) => {
    expect(parse({ ...stored, modified_at }).rows[0]?.modified_at).toBe(modified)
  })

  test('that are not what they should be are skipped and reported, and harm no other', () => {
    const { rows, problems } = parse({ ...stored, id: 'bad', title: null }, stored, 'nonsense')
    expect(rows.map(({ id }) => id)).toEqual(['a'])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatchObject({
      entity: 'articles',
      id: 'bad',
      reason: expect.stringContaining('title'),
    })
  })

  test('are skipped when their content is nested deeper than any real one', () => {
    let nested: unknown[] = []
    for (let level = 0; level < 3_000; level += 1) nested = [nested]
    const { rows, problems } = parse({ ...stored, id: 'deep', content: { html: '<p>a</p>', nested } }, stored)
    expect(rows.map(({ id }) => id)).toEqual(['a'])
    expect(problems).toEqual([{ entity: 'articles', id: 'deep', reason: 'nested more than 100 levels deep' }])
  })

  test.each([247, 248])('have a slug that fits the name of a file: %i bytes', (length) => {
    const { rows, problems } = parse({ ...stored, slug: 'a'.repeat(length) })
    expect(rows).toHaveLength(length === 247 ? 1 : 0)
    expect(problems.map(({ reason }) => reason)).toEqual(
      length === 247 ? [] : ['its address is too long for the name of a file'],
    )
  })

  test('keep nothing that pages have no use for', () => {
    expect(parse({ ...stored, version: 7 }).rows[0]).not.toHaveProperty('version')
  })
})

test('the selected columns are the row’s own and those of joined tables', () => {
  expect(columnsOf('tags')).toBe('id,name,slug')
  expect(columnsOf('articles').split(',')).toEqual(
    expect.arrayContaining(['id', 'title', 'content', 'hero', 'article_tags(tag_id)']),
  )
})

test('only names of tables are entities', () => {
  expect(isEntity('articles')).toBe(true)
  expect(isEntity('toString')).toBe(false)
})
