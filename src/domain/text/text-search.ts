import { foldText } from './fold-text.ts'

/**
 * What is searched for: of each word the LIKE patterns of which a row's `search_text` has to match one. That column of the
 * database is folded, as the patterns are.
 */
export type SearchWords = string[][]

/** Further words are not searched for, or only as they are: the address of the request would become too long. */
const MAX_WORDS = 8
const MAX_WRONG_WORDS = 3
const MAX_WORD_LENGTH = 40
/** A wrong letter in a shorter word would find most rows, being looked for within words; in a longer one, too long an address. */
const MAY_HAVE_WRONG_LETTER = /^\p{L}{5,20}$/u

/** The words of a text as they are typed, in any order. */
export function wordsAsTyped(text: string): SearchWords {
  return words(text.split(/\s+/), (word) => [word])
}

/**
 * The words of a text without signs between them, in the singular and plural, and with one wrong letter; signs alone as
 * they are typed.
 */
export function similarWords(text: string): SearchWords {
  const found = words(text.split(/[^\p{L}\p{M}\p{N}]+/u), (word, place) => [
    word,
    ...otherNumbers(word),
    ...(place < MAX_WRONG_WORDS && MAY_HAVE_WRONG_LETTER.test(word) ? withWrongLetter(word) : []),
  ])
  return found.length > 0 ? found : wordsAsTyped(text)
}

function words(parts: readonly string[], formsOf: (word: string, place: number) => string[]): SearchWords {
  return parts
    .map((part) => foldText(part.replaceAll('\0', '')))
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word, place) => [...new Set(formsOf(word.slice(0, MAX_WORD_LENGTH), place).map(likePattern))])
}

/** Any character, in a form of a word; in a LIKE pattern it is `_`. */
const ANY = '\u{fffc}'

/**
 * A pattern for a word anywhere. The signs that have a meaning in PostgREST's lists, and cannot be escaped in each place,
 * match any character.
 */
function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&').replace(new RegExp(`["{}*${ANY}]`, 'gu'), '_')}%`
}

function otherNumbers(word: string): string[] {
  if (word.length < 4 || word.endsWith('ss')) return []
  if (word.endsWith('ies')) return [word.slice(0, -1), `${word.slice(0, -3)}y`]
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2)]
  if (word.endsWith('s')) return [word.slice(0, -1)]
  return word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []
}

/** The words of which this one may be made by a letter replaced, too many, left out, or swapped with the next. */
function withWrongLetter(word: string): string[] {
  const letters = [...word]
  return letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    const next = letters[at + 1]
    return [
      before + ANY + after,
      before + after,
      ...(at > 0 ? [before + ANY + letter + after] : []),
      ...(next === undefined ? [] : [before + next + letter + letters.slice(at + 2).join('')]),
    ]
  })
}

/** A PostgREST `or=` value: `search_text` has every word. There must be words. */
export function hasWords(searched: SearchWords): string {
  const conditions = searched.map((patterns) => {
    const list = patterns.map((pattern) => `"${pattern.replaceAll('\\', '\\\\')}"`).join(',')
    return `search_text.like(any).{${list}}`
  })
  return `and(${conditions.join(',')})`
}

/** The items whose text has every typed word; if there are none, the items with similar words. */
export function filterByText<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  typed: string,
): Item[] {
  const folded = items.map((item) => [item, foldText(textOf(item))] as const)
  const found = (searched: SearchWords) => {
    const patterns = searched.map((forms) => new RegExp(forms.map(patternSource).join('|'), 'u'))
    return folded.filter(([, text]) => patterns.every((pattern) => pattern.test(text))).map(([item]) => item)
  }
  const asTyped = found(wordsAsTyped(typed))
  return asTyped.length > 0 ? asTyped : found(similarWords(typed))
}

/** A LIKE pattern for a text anywhere as a regular expression. */
function patternSource(pattern: string): string {
  return pattern
    .slice(1, -1)
    .replace(/\\([^])|[^]/gu, (sign: string, escaped?: string) =>
      sign === '_' ? '.' : RegExp.escape(escaped ?? sign),
    )
}
