import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PublicClient, publicClient } from '../../../src/backend/client.ts'
import { LANGUAGES } from '../../../src/domain/text/language.ts'
import { DEFAULT_PARAMS } from '../../../src/site/lists/browse-params.ts'
import { findStories, findTitles } from '../../../src/site/islands/search/story-search.ts'
import { highlightWords } from '../../../src/site/lists/highlight.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

const { signal } = new AbortController()

const STORIES = {
  'Häuser am Fluss': 'Drei Türme und eine Mühle.',
  'Das Haus hinter der Mauer': null,
  'Eine Wohnung unter dem Dach': 'Sie streicht alles grün.',
  'Zwei Wohnungen, ein Flur': null,
  'Die Küche der Nachbarin': 'Kaputte Stühle, neue Öfen.',
  'Mueller baut Gaerten': 'Aufgeschrieben ohne Umlaute.',
  'Über das Wohnen': 'Für alle, die während der Arbeit schlafen.',
}

let backend: Backend
let client: PublicClient

const setLanguage = (language: string) =>
  backend.sql(
    `with changed as (update public.site_settings set language = $1 returning 1)
     insert into public.site_settings (language) select $1 where not exists (select from changed)`,
    [language],
  )
const publish = (title: string, row: object = {}) =>
  insertRow(backend, 'articles', {
    title,
    slug: `story-${randomUUID()}`,
    status: 'published',
    published_at: '2026-01-01T00:00:00Z',
    ...row,
  })

beforeAll(async () => {
  backend = await openBackend()
  client = publicClient(backend.url, backend.publishableKey)
  await setLanguage('de')
  for (const [title, excerpt] of Object.entries(STORIES)) await publish(title, { excerpt })
})
afterAll(() => backend.close())

const search = (text: string) => findStories(client, { ...DEFAULT_PARAMS, search: text }, signal)
const titles = async (text: string) => {
  const { stories, close } = await search(text)
  return [...stories, ...(close?.stories ?? [])].map(({ title }) => title)
}

test('each language that the magazine can be in has its rules in the search, and no other one', async () => {
  const rows = await backend.sql<{ language: string }>('select language from private.search_languages()')
  expect(rows.map(({ language }) => language).toSorted()).toEqual([...LANGUAGES].toSorted())
})

describe('in a German magazine', () => {
  const HOUSES = ['Häuser am Fluss', 'Das Haus hinter der Mauer']
  const FLATS = ['Eine Wohnung unter dem Dach', 'Zwei Wohnungen, ein Flur']
  const KITCHEN = ['Die Küche der Nachbarin']

  test.each([
    ['a singular', 'Haus', HOUSES],
    ['a plural', 'Häuser', HOUSES],
    ['the plural of another case', 'Häusern', HOUSES],
    ['an umlaut typed as two letters', 'haeuser', HOUSES],
    ['an umlaut typed without its dots', 'hauser', HOUSES],
    ['a singular', 'Wohnung', FLATS],
    ['a plural', 'Wohnungen', FLATS],
    ['a singular of the text', 'Stuhl', KITCHEN],
    ['a singular of the text', 'Ofen', KITCHEN],
    ['another ending', 'kaputter Stuhl', KITCHEN],
    ['an umlaut typed as two letters, in a word that is not the last', 'Kueche Nachbarin', KITCHEN],
    ['an umlaut where the text has two letters', 'Müller', ['Mueller baut Gaerten']],
    ['the singular of a word with two letters for an umlaut', 'Garten', ['Mueller baut Gaerten']],
  ])('%s finds every form of the word: %s', async (_, text, expected) => {
    expect((await titles(text)).toSorted()).toEqual(expected.toSorted())
  })

  test.each([
    ['Wie und wo streiche ich die Wohnung?', FLATS],
    ['was kann man für kaputte Stühle tun', KITCHEN],
    ['fuer Öfen', KITCHEN],
    ['die Küche während der Nachbarin', KITCHEN],
  ])('the common words of a question are not looked for: %s', async (text, expected) => {
    expect((await titles(text)).slice(0, expected.length).toSorted()).toEqual(expected.toSorted())
  })

  test('the words found are marked in the form that the text has', async () => {
    const { close } = await search('Stuhl')
    expect(
      highlightWords('Kaputte Stühle, neue Öfen.', close?.words ?? []).filter(({ match }) => match),
    ).toEqual([{ text: 'Stühle', match: true }])
  })

  test.each([
    ['Küchhe', 'küche'],
    ['die Wohnunk der Nachbarin', 'die wohnung der nachbarin'],
    ['Nachbarin in der Küchhe', 'nachbarin in der küche'],
  ])('a correction is written as stories write it: %s', async (text, meant) => {
    expect((await search(text)).close?.meant).toBe(meant)
  })

  test('titles are suggested in every form of their words', async () => {
    expect(await findTitles(client, 'haeuser', signal)).toContain('Das Haus hinter der Mauer')
  })

  test('a person is found by the name with two letters for an umlaut', async () => {
    const person = await insertRow(backend, 'author_profiles', { name: 'Jörg Müller', slug: 'joerg' })
    const [role] = await backend.sql<{ id: string }>(
      'select id from public.credit_roles order by position limit 1',
    )
    const { id } = await publish('Ein Schemel', { credits: [{ person_id: person.id, role_id: role?.id }] })
    expect((await search('Joerg Muell')).people).toMatchObject([{ name: 'Jörg Müller' }])
    await backend.sql('delete from public.articles where id = $1::uuid', [id])
  })
})

describe('when the language changes', () => {
  const left = async (most = 100) =>
    (
      await backend.sql<{ left: number }>('select private.index_stories_again($1::integer) as left', [most])
    )[0]?.left

  test('forms of words follow at once, and the common words in batches', async () => {
    const title = 'Not der Stunde'
    await publish(title)
    const indexed = async () => {
      const rows = await backend.sql<{ words: string }>(
        'select words::text from private.story_words where head_text like $1',
        [`${title.toLowerCase()}%`],
      )
      return rows[0]?.words
    }
    expect(await indexed()).toBe("'not':1A 'stunde':3A")
    await setLanguage('en')
    expect(await titles('Häuser')).toEqual(['Häuser am Fluss'])
    const before = Number(await left(0))
    expect(before).toBe(Object.keys(STORIES).length + 1)
    expect(await left(3)).toBe(before - 3)
    expect(await left()).toBe(0)
    expect(await indexed()).toBe("'der':2A 'stunde':3A")
    await setLanguage('de')
    expect(await titles('Häuser')).toHaveLength(2)
    // One that is saved gets it by that.
    await backend.sql(`update public.articles set excerpt = 'Neu' where title = $1`, [title])
    expect(await indexed()).toBe("'neu':4B 'not':1A 'stunde':3A")
  })
})
