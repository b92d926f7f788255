import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '../../src/domain/fold-text.ts'
import { type Backend, openBackend } from './support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

test.each([
  ['Café', 'cafe'],
  ['Cafe\u0301', 'cafe'],
  ['ZÜRICH', 'zurich'],
  ['Łódź, Ærø, Straße, Þór', 'lodz, aero, strasse, thor'],
  ['architect’s', "architect's"],
  ['well\u2011being — here', 'well-being - here'],
  ['a\u00a0b\u2009c', 'a b c'],
  ['so\u00adft, no\u200bthing', 'soft, nothing'],
  ['“Ｆｕｌｌ” ﬁne', '"full" fine'],
  ['ΛΌΓΟΣ, Ёлка, が, 가구', 'λογοσ, елка, が, 가구'],
])('%s is compared as %s', async (text, folded) => {
  expect(foldText(text)).toBe(folded)
  const [row] = await backend.sql<{ folded: string }>('select private.fold_text($1) as folded', [text])
  expect(row?.folded).toBe(folded)
})

test('database and browser fold every letter and sign of the scripts that readers write alike', async () => {
  const ranges = [[0x20, 0x52f], [0x591, 0x6ff], [0x1e00, 0x2bff], [0x3040, 0x30ff], [0xac00, 0xad00], [0xfb00, 0xfb4f], [0xff01, 0xffee]] as const // prettier-ignore
  const characters = ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
    )
    // Letters that this version of Unicode does not have yet.
    .filter((character) => !/\p{Cn}/u.test(character))
  const rows = await backend.sql<{ character: string; folded: string }>(
    `select character, private.fold_text(character) as folded from unnest($1::text[]) character`,
    [characters],
  )
  const differences = rows
    .filter(({ character, folded }) => foldText(character) !== folded)
    .map(({ character, folded }) => [
      character.codePointAt(0)?.toString(16),
      character,
      folded,
      foldText(character),
    ])
  expect(rows).toHaveLength(characters.length)
  expect(differences).toEqual([])
})
