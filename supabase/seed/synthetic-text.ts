import type { Random } from './stable.ts'

/** Generates sentences with a Markov chain: each word follows the two before it somewhere in the source texts. */
export interface SentenceGenerator {
  /** One sentence with its full stop. */
  sentence(random: Random): string
}

const MAX_WORDS = 40

/** Builds the chain from plain texts. The same texts and seed give the same sentences. */
export function createSentenceGenerator(texts: readonly string[]): SentenceGenerator {
  const words: string[] = []
  const numbers = new Map<string, number>()
  const starts: [number, number][] = []
  const followers = new Map<number, number[]>()

  const numberOf = (word: string): number => {
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, words.length)
    return words.push(word) - 1
  }
  const pair = (first: number, second: number) => first * 65_536 + second

  for (const sentence of texts.flatMap(sentences)) {
    const line = sentence.split(/\s+/).map(numberOf)
    const [first, second] = line
    if (first === undefined || second === undefined) continue
    starts.push([first, second])
    for (let at = 2; at < line.length; at += 1) {
      const key = pair(line[at - 2] ?? 0, line[at - 1] ?? 0)
      const next = line[at] ?? 0
      const list = followers.get(key)
      if (list === undefined) followers.set(key, [next])
      else list.push(next)
    }
  }

  return {
    sentence(random) {
      const line = [...random.pick(starts)]
      while (line.length < MAX_WORDS) {
        const next = followers.get(pair(line.at(-2) ?? 0, line.at(-1) ?? 0))
        if (next === undefined) break
        line.push(random.pick(next))
      }
      const text = line.map((word) => words[word]).join(' ')
      return /[.?!]$/.test(text) ? text : `${text.replace(/[,;:]$/, '')}.`
    },
  }
}

/** The sentences of a story's source text, without those with quotation marks or brackets. */
function sentences(text: string): string[] {
  return text
    .replace(/<\/?(?:em|strong|u|a)\b[^>]*>|\*\*/g, '')
    .replace(/<[^>]*>|^#+ .*$/gm, '\n\n')
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.trim().match(/[A-Z][^.?!]*[.?!](?=\s|$)/g) ?? [])
    .filter((sentence) => !/["“”()[\]{}—&;]/.test(sentence))
}
