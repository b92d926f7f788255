import { describe, expect, test } from 'vitest'
import { articlesSearchSchema, extraFilterCount, toArticlesQuery } from './articles-search.ts'

const read = (search: object) => toArticlesQuery(articlesSearchSchema.parse(search))

describe('the address of the articles list', () => {
  test('without parameters: all articles, last changed first, page 1', () => {
    const defaults = { status: 'all', text: '', page: 1, sort: 'updated_at', dir: 'desc', on: 'published_at' }
    expect(read({})).toEqual(defaults)
  })

  test('presets the status', () => {
    expect(read({ status: 'review' }).status).toBe('review')
    expect(read({ status: 'archived' }).status).toBe('archived')
  })

  test('the trash begins with what was thrown away last', () => {
    expect(read({ status: 'trash' }).sort).toBe('deleted_at')
    expect(read({ status: 'trash', sort: 'title' }).sort).toBe('title')
  })

  test('what is wrong counts as absent and spoils nothing else', () => {
    expect(
      read({
        status: 'lost',
        page: -3,
        sort: 'version',
        dir: 1,
        category: 'x',
        featured: 'maybe',
        from: '1 May',
        q: 'oak',
      }),
    ).toEqual({ ...read({}), text: 'oak' })
  })

  test('counts the filters that are on, also one that says no', () => {
    const id = '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a'
    expect(extraFilterCount(read({ category: id, featured: false }))).toBe(2)
    expect(extraFilterCount(read({ status: 'draft', q: 'x', on: 'updated_at' }))).toBe(0)
    expect(extraFilterCount(read({ from: '2026-11-01', to: '2026-11-30' }))).toBe(1)
  })
})
