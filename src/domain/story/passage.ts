import { cut } from '../text/cut.ts'

/*
 * A passage of a text, and how it is found again after the text has changed. A place is taken for the passage only where the
 * words around it, or its own length, leave no doubt. Otherwise it counts as lost: a comment at the wrong place would be worse.
 */

/** The words of a passage and those before and after it. */
export interface Passage {
  quote: string
  prefix: string
  suffix: string
  /** Whether the same words occur elsewhere in the text. */
  is_repeated: boolean
}

/** Offsets in a text. */
export interface Range {
  from: number
  to: number
}

/** Characters of a passage that are kept; a longer one ends there. The check of the table has the same number. */
export const QUOTE_LIMIT = 1000
/** Characters kept on each side; more, up to MAX_CONTEXT, where the same words occur elsewhere. */
const CONTEXT = 32
const MAX_CONTEXT = 256
/** Matching characters that identify a place: on one side; and on both sides together with the passage itself. */
const ENOUGH_CONTEXT = 12
const ENOUGH_IN_ALL = 36
/** From this length on a passage tells itself from others, wherever it was moved. */
const LONG_QUOTE = 24
/** The part of a passage that may have changed, where the words on both sides are there, and on one. */
const CHANGED_BETWEEN = 0.5
const CHANGED_BESIDE = 0.3
/** The part of a passage that has to be left where its place was followed through every change. */
const LEFT = 1 / 3

/** The passage at a range of a text, without the spaces at its ends; null when there is nothing else. */
export function passageAt(text: string, range: Range): Passage | null {
  const selected = text.slice(range.from, range.to)
  const from = range.from + (selected.length - selected.trimStart().length)
  const quote = cut(selected.trim(), QUOTE_LIMIT).trimEnd()
  if (quote === '') return null
  const to = from + quote.length
  const is_repeated = text.indexOf(quote) !== text.lastIndexOf(quote)
  for (let context = CONTEXT; ; context *= 2) {
    // Half an emoji is no text that the database takes.
    const prefix = text.slice(Math.max(0, from - context), from).replace(/^[\udc00-\udfff]/, '')
    const suffix = cut(text.slice(to), context)
    const whole = prefix + quote + suffix
    if (!is_repeated || context === MAX_CONTEXT || text.indexOf(whole) === text.lastIndexOf(whole))
      return { quote, prefix, suffix, is_repeated }
  }
}

/** The range of a passage in a text; null when it is not found, or several places could be meant. */
export function findPassage(text: string, passage: Passage): Range | null {
  const { quote, is_repeated } = passage
  const places = occurrences(text, quote).map((from) => ({ from, to: from + quote.length }))
  const supported = places.filter((place) => support(text, place, passage) !== 'none')
  const [only] = supported
  if (supported.length === 1 && only !== undefined) return only
  if (supported.length > 1) {
    // If its words occurred more than once from the start, enough context was kept to tell the places apart.
    const whole = supported.filter((place) => support(text, place, passage) === 'whole')
    return is_repeated && whole.length === 1 ? (whole[0] ?? null) : null
  }
  const changed = findChanged(text, passage)
  if (changed !== null) return changed
  const isMoved = places.length === 1 && !is_repeated && quote.length >= LONG_QUOTE
  return isMoved ? (places[0] ?? null) : null
}

/** Whether enough of a passage is left in these words, which took its place while the text was edited. */
export function isLeftIn(words: string, { quote }: Passage): boolean {
  if (words.includes(quote)) return true
  const compared = words.slice(0, 2 * QUOTE_LIMIT)
  const { cost } = distance(quote, compared, 'whole')
  return Math.max(quote.length, compared.length) - cost > quote.length * LEFT
}

function occurrences(text: string, words: string): number[] {
  const found: number[] = []
  if (words === '') return found
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at)
  return found
}

/** How much of a passage's context is found around a place: all of it, enough of it, or too little. */
function support(
  text: string,
  { from, to }: Range,
  { prefix, suffix }: Passage,
): 'whole' | 'enough' | 'none' {
  let before = 0
  while (before < prefix.length && text[from - 1 - before] === prefix.at(-1 - before)) before += 1
  let after = 0
  while (after < suffix.length && text[to + after] === suffix[after]) after += 1
  const atStart = prefix.length >= CONTEXT || from === before
  const atEnd = suffix.length >= CONTEXT || to + after === text.length
  if (before === prefix.length && after === suffix.length && atStart && atEnd) return 'whole'
  const isEnough = Math.max(before, after) >= ENOUGH_CONTEXT && before + after + to - from >= ENOUGH_IN_ALL
  return isEnough ? 'enough' : 'none'
}

/** Finds a passage whose own words have changed: next to the words that preceded or followed it, if these are unique. */
function findChanged(text: string, { quote, prefix, suffix }: Passage): Range | null {
  const before = prefix.slice(-CONTEXT)
  const after = suffix.slice(0, CONTEXT)
  const start = endsOf(text, before)
  const end = startsOf(text, after)
  const most = 2 * quote.length
  if (start !== null && end !== null && start <= end) {
    if (end - start > most + ENOUGH_CONTEXT) return null
    const { cost } = distance(quote, text.slice(start, end), 'whole')
    return cost <= quote.length * CHANGED_BETWEEN ? trimmed(text, { from: start, to: end }) : null
  }
  const allowed = quote.length * CHANGED_BESIDE
  const found: Range[] = []
  if (start !== null) {
    const { cost, length } = distance(quote, text.slice(start, start + most), 'beginning')
    if (cost <= allowed) found.push({ from: start, to: start + length })
  }
  if (end !== null) {
    const { cost, length } = distance(
      reversed(quote),
      reversed(text.slice(Math.max(0, end - most), end)),
      'beginning',
    )
    if (cost <= allowed) found.push({ from: end - length, to: end })
  }
  return found.length === 1 && found[0] !== undefined ? trimmed(text, found[0]) : null
}

/** Where these words end, when they are enough of a context and occur once in the text. */
function endsOf(text: string, words: string): number | null {
  const start = startsOf(text, words)
  return start === null ? null : start + words.length
}

function startsOf(text: string, words: string): number | null {
  if (words.trim().length < ENOUGH_CONTEXT) return null
  const at = text.indexOf(words)
  return at >= 0 && at === text.lastIndexOf(words) ? at : null
}

function trimmed(text: string, { from, to }: Range): Range | null {
  const words = text.slice(from, to)
  const start = from + (words.length - words.trimStart().length)
  const length = words.trim().length
  return length === 0 ? null : { from: start, to: start + length }
}

function reversed(text: string): string {
  return [...Array(text.length).keys()].map((at) => text[text.length - 1 - at]).join('')
}

/**
 * How many characters have to be inserted, removed or replaced to make one text of the other, or of the beginning of the
 * other that is nearest to it; and the length of what was compared.
 */
function distance(
  text: string,
  other: string,
  part: 'whole' | 'beginning',
): { cost: number; length: number } {
  let row = Uint16Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let line = 1; line <= text.length; line += 1) {
    const next = new Uint16Array(other.length + 1)
    next[0] = line
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (text[line - 1] === other[at - 1] ? 0 : 1)
      next[at] = Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1)
    }
    row = next
  }
  let length = other.length
  if (part === 'beginning')
    for (let at = other.length; at >= 0; at -= 1) if ((row[at] ?? 0) < (row[length] ?? 0)) length = at
  return { cost: row[length] ?? 0, length }
}
