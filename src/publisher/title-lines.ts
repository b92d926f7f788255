import { titleParts } from '../domain/title.ts'

/** A stretch of a line in one style. */
export interface Span {
  text: string
  emphasis: boolean
}

export type Line = readonly Span[]

/** Without a place to break, a word is cut after so many characters. */
const LONGEST_WORD = 24

/** The words of a title; a word may change its style in the middle ('*kept*,'). */
export function titleWords(title: string, emphasis: string | null): Line[] {
  const words: Span[][] = [[]]
  for (const part of titleParts(title, emphasis)) {
    for (const piece of part.text.split(/(\s+)/)) {
      if (piece === '') continue
      if (/^\s/.test(piece)) words.push([])
      else {
        for (const text of piece.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'gsu')) ?? []) {
          const word = words.at(-1)
          if (word && [...word, { text }].reduce((sum, span) => sum + span.text.length, 0) <= LONGEST_WORD)
            word.push({ text, emphasis: part.emphasis })
          else words.push([{ text, emphasis: part.emphasis }])
        }
      }
    }
  }
  return words.filter((word) => word.length > 0)
}

/** A line of these words, a space between each two; neighbours of one style become one span. */
export function lineOf(words: readonly Line[]): Line {
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

/** Breaks words into lines no wider than `width`, as few as can be and of about the same length. */
export function breakLines(words: readonly Line[], width: number, measure: (line: Line) => number): Line[] {
  const greedy = fill(words, width, measure)
  let narrowest = greedy
  // As narrow as the same number of lines allows.
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
    if (last && measure(lineOf([...last, word])) <= width) last.push(word)
    else lines.push([word])
  }
  return lines.map(lineOf)
}
