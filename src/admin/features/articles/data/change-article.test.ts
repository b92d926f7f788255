import { expect, test } from 'vitest'
import type { ArticleRow } from './article-list.ts'
import { applyChange } from './change-article.ts'

const NOW = new Date('2026-11-20T08:00:00Z')

const row = (id: string, hero: boolean, published_at = '2026-11-01T08:00:00Z'): ArticleRow => ({
  id,
  title: id,
  slug: id,
  status: 'published',
  featured: false,
  hero,
  featured_image: null,
  category_id: null,
  author_id: null,
  published_at,
  publish_at: null,
  updated_at: '2026-11-01T08:00:00Z',
  deleted_at: null,
  category: null,
  author: null,
  working_copy: null,
})

const heroes = (rows: readonly ArticleRow[]) => rows.filter(({ hero }) => hero).map(({ id }) => id)

test('a new hero is the only one', () => {
  const rows = [row('a', true), row('b', false), row('c', false)]
  expect(heroes(applyChange(rows, 'c', { hero: true }, NOW))).toEqual(['c'])
})

test('a scheduled hero and a published one do not replace each other', () => {
  const later = '2026-11-28T08:00:00Z'
  const rows = [row('a', true), row('b', false, later), row('c', false)]
  const both = applyChange(rows, 'b', { hero: true }, NOW)
  expect(heroes(both)).toEqual(['a', 'b'])
  expect(heroes(applyChange(both, 'c', { hero: true }, NOW))).toEqual(['b', 'c'])
})

test('taking the hero away makes no other', () => {
  expect(heroes(applyChange([row('a', true), row('b', false)], 'a', { hero: false }, NOW))).toEqual([])
})

test('a change of something else leaves the hero alone', () => {
  const rows = applyChange([row('a', true), row('b', false)], 'b', { featured: true }, NOW)
  expect(heroes(rows)).toEqual(['a'])
  expect(rows[1]?.featured).toBe(true)
})
