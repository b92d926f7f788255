import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dryRun } from './dry-run.ts'
import { FORMATS, formatOf } from './formats.ts'
import { Plan } from './plan/plan.ts'
import { Stage } from './stage.ts'

const EXPORTS = join(import.meta.dirname, '../../tests/fixtures/exports')
const EMPTY = {
  ...{ categories: [], tags: [], author_profiles: [], sections: [], articles: [], pages: [], media: [] },
  ...{ slug_redirects: [], credit_roles: [] },
}

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
  const { rows, leftOut } = dryRun(new Plan(stage, EMPTY, name), stage)
  expect({
    ...{ categories: rows.categories ?? 0, tags: rows.tags ?? 0, author_profiles: rows.author_profiles ?? 0 },
    ...{ articles: rows.articles ?? 0, pages: rows.pages ?? 0, subscribers: rows.subscribers ?? 0 },
  }).toEqual({
    ...{
      categories: stage.count('category'),
      tags: stage.count('tag'),
      author_profiles: stage.count('person'),
    },
    ...{ articles: stage.count('story'), pages: stage.count('page'), subscribers: stage.count('subscriber') },
  })
  const named = [...leftOut]
    .filter(([why]) => why.startsWith('Menu: An import'))
    .flatMap(([, where]) => where)
  expect(named).toHaveLength(stage.count('menu'))
  stage.close()
})
