import { describe, expect, test } from 'vitest'
import { isEntity, parseRows } from './rows.ts'

const stored = {
  id: 'a',
  title: 'A table by the window',
  title_emphasis: null,
  slug: 'a-table',
  content: 'Text.',
  excerpt: null,
  featured: false,
  hero: false,
  featured_image: null,
  gallery: [],
  read_time: null,
  category_id: null,
  author_id: null,
  meta_title: null,
  meta_description: null,
  meta_keywords: [],
  published_at: '2026-03-01T10:00:00.123456+01:00',
  updated_at: '2026-03-01T09:00:00+00:00',
  article_tags: [{ tag_id: 'z' }, { tag_id: 'b' }],
}

function parse(...rows: unknown[]) {
  const problems: string[] = []
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

  test('that are not what they should be are left out and reported, and harm no other', () => {
    const { rows, problems } = parse({ ...stored, id: 'bad', title: null }, stored, 'nonsense')
    expect(rows.map(({ id }) => id)).toEqual(['a'])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^articles bad is left out: .*title/s)
  })

  test('keep nothing that the snapshot has no use for', () => {
    expect(parse({ ...stored, version: 7 }).rows[0]).not.toHaveProperty('version')
  })
})

test('only names of tables are entities', () => {
  expect(isEntity('articles')).toBe(true)
  expect(isEntity('toString')).toBe(false)
})
