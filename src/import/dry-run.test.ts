import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EMPTY_MAGAZINE } from '../../tests/support/import/magazine.ts'
import { dryRunSchema } from '../domain/newsroom/import-report.ts'
import { defaultChoices } from './choices.ts'
import { dryRun } from './dry-run.ts'
import { FORMATS, formatOf } from './formats.ts'
import { Plan } from './plan/plan.ts'
import { Stage } from './stage.ts'

const EXPORTS = join(import.meta.dirname, '../../tests/fixtures/exports')
test.each([
  'wordpress/small-magazine.xml',
  'ghost/private-kinds.json',
  'hugo',
  'jekyll',
  'astro',
  'substack',
])('every item of %s becomes a row, or is named as left out', async (name) => {
  const path = join(EXPORTS, name)
  const stage = new Stage()
  const read = await FORMATS[await formatOf(path)]()
  await stage.fill(read(path, { now: new Date('2026-11-30T12:00:00Z'), zone: 'UTC', language: 'en' }))
  const choices = defaultChoices(stage, EMPTY_MAGAZINE, name)
  const found = dryRun(new Plan(stage, EMPTY_MAGAZINE, name, choices), stage)
  const { rows, texts, merged, items } = found
  // Menus, and redirects that lead nowhere, are items of their own kinds.
  const leftOut = found.leftOut.filter(({ what, why }) => what !== 'Menu' && !why.startsWith('It led to'))
  const isOne = (kind: string) => merged.filter((item) => item.kind === kind).length
  expect({
    categories: (rows.categories ?? 0) + isOne('category'),
    tags: (rows.tags ?? 0) + isOne('tag'),
    people: (rows.author_profiles ?? 0) + isOne('person'),
    ...{ stories: rows.articles ?? 0, pages: rows.pages ?? 0, subscribers: rows.subscribers ?? 0 },
    leftOut: [...texts.filter(({ state }) => state === 'left out'), ...leftOut].length,
  }).toEqual({
    ...{ categories: items.category, tags: items.tag, people: items.person },
    ...{ stories: items.story, pages: items.page, subscribers: items.subscriber, leftOut: items['left out'] },
  })
  expect(dryRunSchema.parse(JSON.parse(JSON.stringify(found)))).toEqual(found)
  stage.close()
})
