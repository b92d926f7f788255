import { foldText } from '../../domain/text/fold-text.ts'

export interface HighlightPart {
  text: string
  match: boolean
}

/** Splits `text` at every occurrence of `wanted`, compared as searches do. The parts joined are `text`. */
export function highlight(text: string, wanted: string): HighlightPart[] {
  const sought = foldText(wanted)
  // Letters with their accents, and the place in the folded text that each begins at.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const places: number[] = []
  let folded = ''
  for (const letter of letters) {
    places.push(folded.length)
    folded += foldText(letter)
  }
  const parts: HighlightPart[] = []
  const add = (first: number, end: number, match: boolean) => {
    const part = letters.slice(first, end).join('')
    if (part !== '') parts.push({ text: part, match })
  }
  const letterAt = (place: number) => places.findLastIndex((begin) => begin <= place)
  let end = 0
  for (
    let at = sought === '' ? -1 : folded.indexOf(sought);
    at >= 0;
    at = folded.indexOf(sought, at + sought.length)
  ) {
    const first = letterAt(at)
    // Half of a letter such as æ was found before.
    if (first < end) continue
    add(end, first, false)
    end = letterAt(at + sought.length - 1) + 1
    add(first, end, true)
  }
  add(end, letters.length, false)
  return parts
}

/** Splits `text` at each of these folded words; `kitch*` is any word that begins so. The parts joined are `text`. */
export function highlightWords(text: string, words: readonly string[]): HighlightPart[] {
  return text
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .map((part, index) => ({ text: part, match: index % 2 === 1 && isOneOf(foldText(part), words) }))
    .filter((part) => part.text !== '')
}

function isOneOf(word: string, words: readonly string[]): boolean {
  return words.some((other) => (other.endsWith('*') ? word.startsWith(other.slice(0, -1)) : word === other))
}
