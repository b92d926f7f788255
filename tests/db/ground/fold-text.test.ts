import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText, normalized } from '../../../src/domain/text/fold-text.ts'
import { type Backend, openBackend } from '../support/backend.ts'

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

const MARKS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{M}/u.test(character))

test.each(['NFC', 'NFKD'] as const)('a letter keeps at most 30 of each mark, in %s', async (form) => {
  const text = (mark: string) => `a${mark.repeat(40)}b${mark}`
  const cut = (mark: string) => `a${mark.repeat(30)}b${mark}`
  // Not the same in both: versions of Unicode differ in what is composed.
  const differing = await backend.sql<{ text: string }>(
    `select text from unnest($1::text[], $2::text[]) as marks (text, cut)
     where private.normalized(text, $3) <> pg_catalog.normalize(cut, $3)`,
    [MARKS.map(text), MARKS.map(cut), form],
  )
  expect(differing).toEqual([])
  expect(MARKS.filter((mark) => normalized(text(mark), form) !== cut(mark).normalize(form))).toEqual([])
})

test('all that a text may have between its letters is cut before it is put in order', async () => {
  // What the database would order behind a mark of the first class.
  const ordered = await backend.sql<{ code: number }>(
    `select code from generate_series(1, 1114111) code, lateral (select chr(code) || U&'\\0334' as text) pair
     where code not between 55296 and 57343 and normalize(text, NFD) = U&'\\0334' || normalize(chr(code), NFD)
       and code <> 820`,
  )
  expect(ordered.length).toBeGreaterThan(800)
  const unknown = ordered.filter(({ code }) => !MARKS.includes(String.fromCodePoint(code)))
  expect(unknown).toEqual([])
})

test('no function normalizes a text but private.normalized', async () => {
  const functions = await backend.sql<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosrc ~ '\\mnormalize\\s*\\('`,
  )
  expect(functions).toEqual([{ name: 'private.normalized(text,text)' }])
})

test.each(['find_titles', 'find_stories'])(
  '%s reads no more of a visitor’s texts than their beginning',
  async (name) => {
    const [former] = await backend.sql<{ source: string }>(
      `select pg_get_functiondef('private.normalized(text, text)'::regprocedure) as source`,
    )
    await backend.sql(`create or replace function private.normalized(p_text text, p_form text) returns text
      language plpgsql immutable strict set search_path = '' as $$
      begin
        if length(p_text) > 1000 then raise exception 'normalizes % characters', length(p_text); end if;
        return p_text;
      end $$`)
    const long = `a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`
    const ofStories = ['p_text', 'p_category', 'p_author', 'p_sort']
    for (const argument of name === 'find_titles' ? ['p_text'] : ofStories)
      expect((await backend.as.anon.rpc(name, { [argument]: long })).error).toBeNull()
    await backend.sql(former?.source ?? '')
  },
)
