import { titleParts } from '../../../domain/story/title.ts'

/** Text of one style within a line. */
export interface Span {
  text: string
  emphasis: boolean
}

export type Line = readonly Span[]

/** The words of a title; a word may change its style in the middle ('*kept*,'). */
export function titleWords(title: string, emphasis: string | null): Line[] {
  const words: Span[][] = [[]]
  for (const part of titleParts(title, emphasis)) {
    for (const piece of part.text.split(/(\s+)/)) {
      if (piece === '') continue
      if (/^\s/.test(piece)) words.push([])
      else words.at(-1)?.push({ text: piece, emphasis: part.emphasis })
    }
  }
  return words.filter((word) => word.length > 0)
}

/** Cuts a word that is wider than a line into parts that fill one each, all but the last with a hyphen. */
export function cutWord(word: Line, width: number, measure: (line: Line) => number): Line[] {
  if (measure(word) <= width) return [word]
  const letters = word.flatMap(({ text, emphasis }) =>
    Array.from(new Intl.Segmenter().segment(text), ({ segment }) => ({ text: segment, emphasis })),
  )
  const parts: Line[] = []
  let part: Span[] = []
  for (const letter of letters) {
    const hyphen = { text: '-', emphasis: part.at(-1)?.emphasis ?? false }
    if (part.length > 0 && measure(joinWords([[...part, letter, hyphen]])) > width) {
      parts.push(joinWords([[...part, hyphen]]))
      part = []
    }
    part.push(letter)
  }
  return [...parts, joinWords([part])]
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
