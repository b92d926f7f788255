import { describe, expect, test } from 'vitest'
import { type Random, seededRandom } from '../../../tests/support/random.ts'
import { type Passage, QUOTE_LIMIT, findPassage, passageAt } from './passage.ts'

const TEXT =
  'Through the hall one comes to the kitchen.\nIts walls are the colour of wet sand, and nobody remembers who chose it.\nThe hall is cold.'

function passageOf(text: string, words: string): Passage {
  const from = text.indexOf(words)
  const passage = passageAt(text, { from, to: from + words.length })
  if (passage === null) throw new Error(`${words} is no passage`)
  return passage
}

/** The words at which a passage of one text is found in another. */
function foundIn(text: string, passage: Passage): string | null {
  const range = findPassage(text, passage)
  return range && text.slice(range.from, range.to)
}

describe('a passage is found', () => {
  const words = 'the colour of wet sand'
  const passage = passageOf(TEXT, words)
  test.each([
    ['as it was', TEXT, words],
    ['after the text before it was rewritten', TEXT.replace('Its walls are', 'Every wall of it is'), words],
    ['after a word in it was replaced', TEXT.replace('wet sand', 'dry sand'), 'the colour of dry sand'],
    ['after words were put into it', TEXT.replace('of wet', 'of very wet'), 'the colour of very wet sand'],
  ])('%s', (_, text, expected) => {
    expect(foundIn(text, passage)).toBe(expected)
  })

  test('where it was moved to, when it is long enough to be the only one', () => {
    const sentence = 'Its walls are the colour of wet sand, and nobody remembers who chose it.'
    const moved = `${sentence}\n${TEXT.replace(`${sentence}\n`, '')}`
    expect(foundIn(moved, passageOf(TEXT, sentence))).toBe(sentence)
  })

  test('by its context, when the same words occur elsewhere', () => {
    const text = TEXT.replace('The hall', 'Beyond the hall it')
    const second = passageAt(text, {
      from: text.lastIndexOf('the hall'),
      to: text.lastIndexOf('the hall') + 8,
    })
    expect(findPassage(text, second ?? passage)?.from).toBe(text.lastIndexOf('the hall'))
  })
})

describe('a passage is lost', () => {
  test.each([
    ['when it was deleted', 'the colour of wet sand', TEXT.replace(' the colour of wet sand', '')],
    [
      'when another is in its place',
      'the colour of wet sand',
      TEXT.replace('the colour of wet sand', 'bare'),
    ],
    ['when its paragraph stands twice', 'the colour of wet sand', `${TEXT}\n${TEXT}`],
    ['when only the same short word is elsewhere', 'kitchen', 'A kitchen is a room in which nobody sleeps.'],
    ['in an empty text', 'kitchen', ''],
  ])('%s', (_, words, text) => {
    expect(findPassage(text, passageOf(TEXT, words))).toBeNull()
  })
})

test('nothing but spaces is no passage, and a long one is cut', () => {
  expect(passageAt('a   b', { from: 1, to: 4 })).toBeNull()
  const long = 'word '.repeat(QUOTE_LIMIT)
  expect(passageAt(long, { from: 0, to: long.length })?.quote.length).toBeLessThanOrEqual(QUOTE_LIMIT)
})

/** A letter of a text and where it came from: a copy of a letter has its id. */
interface Letter {
  letter: string
  id: number
  isCopy: boolean
}

const WORDS =
  'the a of house hall kitchen wall window light oak stone garden and in with red blue old new wide narrow is was stands painted'.split(
    ' ',
  )

class Writer {
  letters: Letter[] = []
  readonly #random: Random
  #id = 0

  constructor(random: Random) {
    this.#random = random
    for (let paragraphs = 2 + random.below(8); paragraphs > 0; paragraphs -= 1)
      this.letters.push(...this.#typed(`${this.#words(4 + random.below(30))}.\n`))
  }

  get text(): string {
    return this.letters.map(({ letter }) => letter).join('')
  }

  range(most: number) {
    const from = this.#random.below(Math.max(1, this.letters.length - 1))
    return { from, to: Math.min(this.letters.length, from + 1 + this.#random.below(most)) }
  }

  /** Types, deletes, replaces, moves or copies. */
  edit(): void {
    const { letters } = this
    const random = this.#random
    const { from, to } = random.below(4) === 0 ? this.#paragraph() : this.range(60)
    const part = letters.slice(from, to)
    switch (random.below(5)) {
      case 0:
        letters.splice(from, 0, ...this.#typed(` ${this.#words(1 + random.below(8))} `))
        return
      case 1:
        letters.splice(from, to - from)
        return
      case 2:
        letters.splice(from, to - from, ...this.#typed(this.#words(1 + random.below(4))))
        return
      case 3:
        letters.splice(from, to - from)
        letters.splice(random.below(letters.length + 1), 0, ...part)
        return
      default:
        letters.splice(random.below(letters.length + 1), 0, ...part.map((one) => ({ ...one, isCopy: true })))
    }
  }

  #paragraph() {
    const { text } = this
    const { from } = this.range(1)
    const end = text.indexOf('\n', from)
    return { from: text.lastIndexOf('\n', from - 1) + 1, to: end < 0 ? text.length : end + 1 }
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#random.pick(WORDS)).join(' ')
  }

  #typed(text: string): Letter[] {
    return text.split('').map((letter) => ({ letter, id: (this.#id += 1), isCopy: false }))
  }
}

test('in 1,000 random texts with random edits, each passage is found at its own words or reported as lost', () => {
  let found = 0
  let all = 0
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = seededRandom(seed)
    const writer = new Writer(random)
    const before = writer.text
    const passages = Array.from({ length: 4 }, () => {
      const range = writer.range(80)
      return {
        ids: new Set(writer.letters.slice(range.from, range.to).map(({ id }) => id)),
        passage: passageAt(before, range),
      }
    })
    for (let edits = random.below(12); edits > 0; edits -= 1) writer.edit()
    const { text, letters } = writer
    for (const { ids, passage } of passages) {
      if (passage === null) continue
      all += 1
      const range = findPassage(text, passage)
      if (range === null) continue
      found += 1
      const place = letters.slice(range.from, range.to)
      const own = place.filter(({ id }) => ids.has(id))
      const isOwn = ({ id, isCopy }: Letter) => !isCopy && ids.has(id)
      const [first, last] = [letters.findIndex(isOwn), letters.findLastIndex(isOwn) + 1]
      const context = [passage.prefix.slice(-20), passage.suffix.slice(0, 20)]
      const isWhole =
        text.slice(first, last).trim() === passage.quote &&
        text.slice(first - 20, last + 20).includes(context.join(text.slice(first, last)))
      const words = `seed ${seed}: ${JSON.stringify(passage)} at “${text.slice(range.from, range.to)}”`
      expect(own.length, words).toBeGreaterThan(place.length / 3)
      // Once the original or the words around it were changed, a copy that was not has what the comment is about.
      expect(isWhole && own.every(({ isCopy }) => isCopy), words).toBe(false)
    }
  }
  // Most edits leave most passages as they were: a search that gives up easily would also be never wrong.
  expect(found / all).toBeGreaterThan(0.5)
})
