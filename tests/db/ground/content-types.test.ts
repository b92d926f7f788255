import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleType } from '../../../src/domain/story/article.ts'
import { authorType } from '../../../src/domain/people/author.ts'
import { categoryType } from '../../../src/domain/sections/category.ts'
import type { Fields } from '../../../src/domain/rows/content-type.ts'
import { mediaType } from '../../../src/domain/media/media.ts'
import { pageType } from '../../../src/domain/sections/page.ts'
import { redirectType } from '../../../src/domain/site/redirect.ts'
import { tagType } from '../../../src/domain/sections/tag.ts'
import { templateType } from '../../../src/domain/story/template.ts'
import { type Backend, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

/** The longest text that each column of a table takes. */
async function columnLimits(table: string): Promise<Record<string, number>> {
  const rows = await backend.sql<{ def: string }>(
    `select pg_get_constraintdef(oid) as def from pg_constraint where contype = 'c' and conrelid = 'public.${table}'::regclass`,
  )
  const found = rows.flatMap(({ def }) => [
    ...def.matchAll(/char_length\((?:TRIM\(BOTH FROM )?(\w+)\)+ <= (\d+)/gi),
  ])
  const limits = Object.fromEntries(found.map(([, column = '', limit]) => [column, Number(limit)]))
  const [slug] = await backend.sql<{ max: number }>(
    `select private.max_slug_length() as max from pg_trigger
      where tgname = 'check_slug_length' and tgrelid = 'public.${table}'::regclass`,
  )
  return slug === undefined ? limits : { ...limits, slug: slug.max }
}

const TYPES: readonly (readonly [string, Fields])[] = [
  ['articles', articleType.fields],
  ['author_profiles', authorType.fields],
  ['categories', categoryType.fields],
  ['media', mediaType.fields],
  ['pages', pageType.fields],
  ['slug_redirects', redirectType.fields],
  ['tags', tagType.fields],
  ['article_templates', templateType.fields],
]

test.each(TYPES)('the texts of %s are as long as the database takes them', async (table, fields) => {
  const limits = await columnLimits(table)
  const texts = Object.entries(fields).filter(([name]) => name in limits)
  expect(texts.length).toBeGreaterThan(0)
  const maxima = texts.map(([name, field]) => [name, 'max' in field ? field.max : limits[name]])
  expect(Object.fromEntries(maxima)).toEqual(Object.fromEntries(texts.map(([name]) => [name, limits[name]])))
})

test.each([
  ['articles', articleType.columns.shape],
  ['pages', pageType.columns.shape],
  ['article_templates', templateType.columns.shape],
])('a save to %s writes every column of the form', async (table, columns) => {
  const saved = await backend.sql<{ column_name: string }>(
    `select column_name from private.saved_columns where table_name = 'public.${table}'`,
  )
  expect(saved.map(({ column_name }) => column_name)).toEqual(expect.arrayContaining(Object.keys(columns)))
})
