import type { Random } from './stable.ts'

/** Makes sentences in the manner of the texts it has read: each word follows a pair of words as it did there. */
export interface Babbler {
  /** One sentence, from its capital to its full stop. */
  sentence(random: Random): string
}

const MAX_SENTENCE = 40

/** Reads plain texts. The pairs keep the order of reading, so the same texts and seed give the same sentences. */
export function createBabbler(texts: readonly string[]): Babbler {
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
      while (line.length < MAX_SENTENCE) {
        const next = followers.get(pair(line.at(-2) ?? 0, line.at(-1) ?? 0))
        if (next === undefined) break
        line.push(random.pick(next))
      }
      const text = line.map((word) => words[word]).join(' ')
      return /[.?!]$/.test(text) ? text : `${text.replace(/[,;:]$/, '')}.`
    },
  }
}

/** The sentences of a text as the stories write it, without those that hold quotation marks or brackets. */
function sentences(text: string): string[] {
  return text
    .replace(/<\/?(?:em|strong|u|a)\b[^>]*>|\*\*/g, '')
    .replace(/<[^>]*>|^#+ .*$/gm, '\n\n')
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.trim().match(/[A-Z][^.?!]*[.?!](?=\s|$)/g) ?? [])
    .filter((sentence) => !/["“”()[\]{}—&;]/.test(sentence))
}
