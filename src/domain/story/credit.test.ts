import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { firstSentence } from '../people/author.ts'
import { articleType } from './article.ts'
import { MAX_CREDITS, bylineText, creditRoleType, namesText } from './credit.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const credit = (person: number, role: number) => ({ person_id: id(person), role_id: id(role) })
const form = (credits: ReturnType<typeof credit>[]) => ({ ...articleType.blank(), title: 'A house', credits })

describe('a byline', () => {
  test.each([
    [[['by', 'A']], 'By A'],
    [[['words by', 'A', 'B']], 'Words by A and B'],
    [
      [
        ['words by', 'A', 'A', 'C'],
        ['photographs by', 'C'],
        ['architect', 'D'],
      ],
      'Words by A, A and C, photographs by C, architect D',
    ],
    [[['ñandú por', 'A']], 'Ñandú por A'],
    [
      [
        ['words by', 'A', 'B'],
        ['photographs by', 'A', 'B'],
        ['styling by', 'A', 'B'],
        ['architect', 'A', 'B'],
      ],
      'Words, photographs and styling by A and B, architect A and B',
    ],
    [
      [
        ['words by', 'A'],
        ['styling by', 'B', 'A'],
        ['photographs by', 'A'],
      ],
      'Words by A, styling by B and A, photographs by A',
    ],
    [
      [
        ['words by', 'A'],
        ['photographs of', 'A'],
      ],
      'Words by A, photographs of A',
    ],
  ])('%j', (groups, text) => {
    const credits = groups.map(([byline = '', ...names]) => ({
      byline,
      people: names.map((name) => ({ name })),
    }))
    expect(bylineText(credits, 'en-GB')).toBe(text)
  })
})

describe('the credits of a form', () => {
  test('differ by order, person and role, and are null in the column where there are none', () => {
    const [a, b] = [credit(1, 1), credit(2, 1)]
    expect(articleType.changed(form([a, b]), form([a, b]))).toEqual([])
    for (const other of [[b, a], [a], [a, credit(2, 2)], [a, credit(1, 2)]]) {
      expect(articleType.changed(form([a, b]), form(other))).toEqual(['credits'])
    }
    expect(articleType.patch(form([]), form([a]))).toEqual({ credits: null })
    expect(articleType.patch(form([b, a]), form([a, b]))).toEqual({ credits: [b, a] })
  })

  test('of a stored text have each person once in a role, and are empty in a text from before credits', () => {
    const earlier = Object.entries(form([])).filter(([name]) => name !== 'credits')
    expect(articleType.decode(Object.fromEntries(earlier)).credits).toEqual([])
    const doubled = articleType.decode(form([credit(1, 1), credit(1, 2), credit(1, 1)]))
    expect(doubled.credits).toEqual([credit(1, 1), credit(1, 2)])
    expect(articleType.decode({ ...form([]), credits: [{ person_id: 'x' }] }).credits).toEqual([])
  })

  test('that one changed are merged with what another changed elsewhere', () => {
    const base = form([credit(1, 1)])
    const mine = { ...base, title: 'Another house' }
    const theirs = form([credit(1, 1), credit(2, 2)])
    expect(articleType.merge(base, theirs, mine)).toMatchObject({
      mine: { ...theirs, title: 'Another house' },
      contested: [],
    })
    const photographed = form([credit(1, 1), credit(3, 2)])
    expect(articleType.merge(base, theirs, photographed)).toMatchObject({
      mine: form([credit(1, 1), credit(3, 2), credit(2, 2)]),
      contested: [],
    })
  })

  test(`are at most ${MAX_CREDITS}`, () => {
    const all = Array.from({ length: MAX_CREDITS + 1 }, (__, number) => credit(number, 1))
    expect(articleType.errors(form(all)).credits).toBe(`Credits must have at most ${MAX_CREDITS} entries`)
    expect(articleType.errors(form(all.slice(1))).credits).toBeUndefined()
  })
})

test('a role needs a name and the words before names', () => {
  expect(creditRoleType.errors({ name: ' ', byline: '' })).toEqual({
    name: 'Name is required',
    byline: 'Byline is required',
  })
})

test.each([
  ['', ''],
  ['Nuno sees. He also walks.', 'Nuno sees.'],
  ['  No stop at all ', 'No stop at all'],
])('the first sentence of %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

test.each([
  ['en-GB', 'A, B and C'],
  ['de', 'A, B und C'],
  ['fr', 'A, B et C'],
  ['ja', 'A、B、C'],
])('names are joined in the language of the magazine: %s', (language, text) => {
  expect(namesText(['A', 'B', 'C'], language)).toBe(text)
  const people = ['A', 'B', 'C'].map((name) => ({ name }))
  expect(bylineText([{ byline: 'by', people }], language)).toBe(`By ${text}`)
})

test('lists of names have the language of the magazine, and only lists of the admin’s own words are English', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = ['src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const found = files
    .filter((file) => /\.(tsx?|astro)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /ListFormat\('|Collator\('|localeCompare\([^,)]*, '/.test(readFileSync(join(root, file), 'utf8')),
    )
  expect(found.toSorted()).toEqual([
    'src/admin/features/settings/language-card.tsx',
    'src/admin/ui/dates/format.ts',
    'src/admin/writing/blocks/embed-dialog.tsx',
    'src/domain/body/left-out.ts',
  ])
})
