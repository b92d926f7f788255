import { titleParts } from '../../../domain/title.ts'

/** Text of one style within a line. */
export interface Span {
  text: string
  emphasis: boolean
}

export type Line = readonly Span[]

/** A longer word is broken, in characters. */
const MAX_WORD_LENGTH = 24

/** The words of a title; a word may change its style in the middle ('*kept*,'). */
export function titleWords(title: string, emphasis: string | null): Line[] {
  const words: Span[][] = [[]]
  for (const part of titleParts(title, emphasis)) {
    for (const piece of part.text.split(/(\s+)/)) {
      if (piece === '') continue
      if (/^\s/.test(piece)) words.push([])
      else {
        for (const text of piece.match(new RegExp(`.{1,${MAX_WORD_LENGTH}}`, 'gsu')) ?? []) {
          const word = words.at(-1)
          if (word && [...word, { text }].reduce((sum, span) => sum + span.text.length, 0) <= MAX_WORD_LENGTH)
            word.push({ text, emphasis: part.emphasis })
          else words.push([{ text, emphasis: part.emphasis }])
        }
      }
    }
  }
  return words.filter((word) => word.length > 0)
}

/** Joins words with spaces; neighbours of one style become one span. */
export function joinWords(words: readonly Line[]): Line {
  const line: Span[] = []
  for (const [index, word] of words.entries()) {
    for (const [at, span] of word.entries()) {
      const last = line.at(-1)
      const space = index > 0 && at === 0 ? ' ' : ''
      if (last && last.emphasis === span.emphasis) last.text += space + span.text
      else if (last) {
        last.text += space
        line.push({ ...span })
      } else line.push({ ...span })
    }
  }
  return line
}

/** Breaks words into as few lines as fit into `width`, balanced to about the same length. */
export function breakLines(words: readonly Line[], width: number, measure: (line: Line) => number): Line[] {
  const greedy = fill(words, width, measure)
  let narrowest = greedy
  // The narrowest width that takes no more lines.
  for (let low = 0, high = width; high - low > 8;) {
    const middle = (low + high) / 2
    const lines = fill(words, middle, measure)
    const fits = lines.length === greedy.length && lines.every((line) => measure(line) <= middle)
    if (fits) {
      narrowest = lines
      high = middle
    } else low = middle
  }
  return narrowest
}

function fill(words: readonly Line[], width: number, measure: (line: Line) => number): Line[] {
  const lines: Line[][] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last && measure(joinWords([...last, word])) <= width) last.push(word)
    else lines.push([word])
  }
  return lines.map(joinWords)
}
