import { expect, test } from 'vitest'
import type { ArticleRow } from './article-list.ts'
import { applyChange } from './change-article.ts'

const row = (id: string, hero: boolean): ArticleRow => ({
  id,
  title: id,
  slug: id,
  status: 'published',
  featured: false,
  hero,
  featured_image: null,
  category_id: null,
  author_id: null,
  published_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-01T08:00:00Z',
  deleted_at: null,
  category: null,
  author: null,
  working_copy: null,
})

const heroes = (rows: readonly ArticleRow[]) => rows.filter(({ hero }) => hero).map(({ id }) => id)

test('a new hero is the only one', () => {
  const rows = [row('a', true), row('b', false), row('c', false)]
  expect(heroes(applyChange(rows, 'c', { hero: true }))).toEqual(['c'])
})

test('taking the hero away makes no other', () => {
  expect(heroes(applyChange([row('a', true), row('b', false)], 'a', { hero: false }))).toEqual([])
})

test('a change of something else leaves the hero alone', () => {
  const rows = applyChange([row('a', true), row('b', false)], 'b', { featured: true })
  expect(heroes(rows)).toEqual(['a'])
  expect(rows[1]?.featured).toBe(true)
})
