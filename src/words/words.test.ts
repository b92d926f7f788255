import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../domain/text/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { wordsOf } from './words.ts'

interface Tree {
  readonly [key: string]: Tree | string | ((...values: never[]) => Tree | string)
}

/** The texts of a dictionary by their path in it. Functions are called with numbers; `count` is the first of them. */
function textsOf(value: unknown, count: number, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    const call = value as (...values: number[]) => unknown
    return textsOf(call(count, 7, 9), count, path)
  }
  return Object.entries(value as Tree).flatMap(([key, child]) => textsOf(child, count, `${path}.${key}`))
}

/** Words that are the same in German, and examples that are not translated. */
const SAME = [
  '.forms.name',
  '.forms.placeholders.name',
  '.forms.placeholders.email',
  '.newsletter',
  '.article.film',
  '.forPrograms.feeds',
  '.browse.inCategory',
  '.browsePage.end',
  '.movedTo.after',
  '.search.didYouMean.after',
  '.sitePages.newsletter',
  '.sitePages.rss',
  '.author.articlesBy.after',
  '.texts.copyright',
]

test('every German text is another one than the English', () => {
  const german = new Map(textsOf(de, 2))
  const same = textsOf(en, 2).filter(([path, text]) => text !== '' && german.get(path) === text)
  expect(same.map(([path]) => path).toSorted()).toEqual(SAME.toSorted())
})

test('a German text has German quotation marks and dashes, and no straight signs', () => {
  for (const [path, text] of textsOf(de, 2)) {
    expect([path, text]).toEqual([path, expect.not.stringMatching(/["“](?=\p{L})|["']| - |\.\.\./u)])
  }
})

test('one and many are different words where they are in the language', () => {
  const oneAndTwo = [1, 2].map((count) => [en.articles(count), de.search.stories(count)])
  expect(oneAndTwo).toEqual([
    ['1 article', '1 Artikel'],
    ['2 articles', '2 Artikel'],
  ])
  expect([0, 1, 2].map(en.search.people)).toEqual(['0 people', '1 person', '2 people'])
  expect([0, 1, 2].map(de.search.people)).toEqual(['0 Personen', '1 Person', '2 Personen'])
  expect(de.forms.errors.message['too-long'](10_000)).toBe('Eine Nachricht hat höchstens 10.000 Zeichen.')
  expect(en.forms.errors.message['too-long'](10_000)).toBe('A message has at most 10,000 characters.')
})

test('each language has a dictionary, a file of it for scripts, and a line in DeferredWords.astro', () => {
  const component = readFileSync(
    join(import.meta.dirname, '../site/components/parts/DeferredWords.astro'),
    'utf8',
  )
  for (const language of LANGUAGES) {
    expect(wordsOf(language).close).not.toBe('')
    expect(component).toContain(`islands/words/${language}.ts`)
  }
})
