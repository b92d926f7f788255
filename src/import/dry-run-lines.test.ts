import { expect, test } from 'vitest'
import { page, person, stageOf, story, tag } from '../../tests/support/import/items.ts'
import { EMPTY_MAGAZINE } from '../../tests/support/import/magazine.ts'
import { defaultChoices } from './choices.ts'
import { dryRunLines } from './dry-run-lines.ts'
import { dryRun } from './dry-run.ts'
import { Plan } from './plan/plan.ts'

test('a report counts every story, and names what is changed, private, left out and one with another', async () => {
  const stage = await stageOf(
    ...[tag('o', 'Oak'), person('1', 'Ada'), page('p')],
    story('1', { slug: 's1' }),
    story('2', { slug: 's2', title: 'Long', metaTitle: 'x'.repeat(80) }),
    story('3', { slug: 's3', title: 'Secret', publication: { state: 'draft', why: 'It has a password' } }),
    {
      ...{ kind: 'left out', key: '4', place: 'line 4', notes: [], what: 'Story', title: 'Old' },
      why: 'It is in the trash',
    },
    {
      kind: 'left out',
      key: '5',
      place: 'line 5',
      notes: [],
      what: 'Form',
      title: 'Write',
      why: 'Forms are not taken',
    },
  )
  const magazine = { ...EMPTY_MAGAZINE, tags: [{ id: 'ours', name: 'oak', slug: 'oak' }] }
  const found = dryRun(new Plan(stage, magazine, 'file', defaultChoices(stage, magazine, 'file')), stage)
  stage.close()
  expect(dryRunLines(found, 3).join('\n')).toBe(`What it makes
  1 name, tagline and language of the magazine
  1 new authors
  1 pages
  3 stories
  1 redirects of old addresses

Stories and pages of the file
  4 stories: 1 as in the file, 1 with changes, 1 drafts, since they were not public, 1 left out
      2 published, 1 draft
  1 pages: 1 as in the file
      1 published

Drafts, since they were not public
  1 × It has a password
      Secret (line 1)

Different in the magazine
  1 × SEO title cut to 60 characters
      Long (line 1)

One with another
  1 × A tag is the tag that is here: oak
      Oak (line 1)

Left out
  1 × It is in the trash
      Old (line 4)
  1 × Form: Forms are not taken
      Write (line 5)`)
})
