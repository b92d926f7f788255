import { getSchema } from '@tiptap/core'
import { history, undo } from '@tiptap/pm/history'
import { type Node, Slice } from '@tiptap/pm/model'
import { type Transaction, EditorState } from '@tiptap/pm/state'
import { canSplit } from '@tiptap/pm/transform'
import { expect, test } from 'vitest'
import { randomBody } from '../../../tests/support/random-body.ts'
import { type Random, seededRandom } from '../../../tests/support/random.ts'
import type { Range } from '../../domain/story/passage.ts'
import { bodyExtensions } from './body-schema.ts'
import { type MarkedPassage, docText, mapPlaces, passagesAt, placesIn } from './passages.ts'

const schema = getSchema(bodyExtensions)

test('offsets in the text of a document and positions in the document lead to the same letters', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const doc = randomBody(schema, seededRandom(seed))
    const { text, positionOf, offsetOf } = docText(doc)
    for (let at = 0; at < text.length; at += 1) {
      if (/\s/.test(text[at] ?? '')) continue
      const position = positionOf(at)
      expect(doc.textBetween(position, position + 1), `seed ${seed}, ${at}`).toBe(text[at])
      expect(offsetOf(position)).toBe(at)
    }
  }
})

/** A text whose letters occur nowhere else: a letter tells where it came from. */
class Letters {
  #next = 0x4e00
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  words(count: number): string {
    const word = () => Array.from({ length: 2 + this.#random.below(6) }, () => this.#letter()).join('')
    return Array.from({ length: count }, word).join(' ')
  }

  #letter(): string {
    this.#next += 1
    return String.fromCharCode(this.#next)
  }
}

/** An edited text with four tracked passages and a clipboard; its edits are random. */
class EditedText {
  #state: EditorState
  #places: ReadonlyMap<string, Range> = new Map()
  #copied = Slice.empty
  readonly #random: Random
  readonly #letters: Letters
  readonly passages: readonly MarkedPassage[]

  constructor(random: Random) {
    this.#random = random
    this.#letters = new Letters(random)
    const blocks = Array.from({ length: 3 + random.below(5) }, () => this.#paragraph())
    this.#state = EditorState.create({ doc: schema.node('doc', null, blocks), plugins: [history()] })
    const ranges = ['a', 'b', 'c', 'd'].map((id) => [id, this.#range(40)] as const)
    const passages = passagesAt(this.#state.doc, new Map(ranges))
    this.passages = [...passages].map(([id, passage]) => ({ id, passage }))
    this.search()
  }

  /** The words at the place of a passage; null when it is lost. */
  wordsOf(id: string): string | null {
    const place = this.#places.get(id)
    return place === undefined ? null : this.#state.doc.textBetween(place.from, place.to, '\n')
  }

  /** As some time after a change. */
  search(): void {
    this.#places = placesIn(this.#state.doc, this.passages, this.#places)
  }

  /** As in an editor that is opened anew. */
  reopen(): void {
    this.#places = placesIn(this.#state.doc, this.passages, new Map())
  }

  undoAll(): void {
    while (undo(this.#state, (tr) => this.#apply(tr)));
  }

  /** Types, deletes, replaces, cuts, pastes what was cut, or begins a paragraph. */
  edit(): void {
    const random = this.#random
    const { tr, doc } = this.#state
    const { from, to } = this.#range(60)
    const edits = [
      () => tr.insertText(this.#letters.words(1 + random.below(4)), from),
      () => tr.delete(from, to),
      () => tr.insertText(this.#letters.words(1), from, to),
      () => {
        this.#copied = doc.slice(from, to)
        return tr.delete(from, to)
      },
      () => {
        const cut = this.#copied
        this.#copied = Slice.empty
        return tr.replaceRange(from, from, cut)
      },
      () => (canSplit(doc, from) ? tr.split(from) : tr),
    ]
    this.#apply(random.pick(edits)())
  }

  #apply(tr: Transaction): void {
    this.#state = this.#state.apply(tr)
    this.#places = mapPlaces(this.#places, tr)
  }

  #paragraph(): Node {
    return schema.node('paragraph', null, schema.text(this.#letters.words(4 + this.#random.below(20))))
  }

  #range(most: number): Range {
    const lines = docText(this.#state.doc)
    const from = this.#random.below(Math.max(1, lines.text.length))
    const to = Math.min(lines.text.length, from + 1 + this.#random.below(most))
    return { from: lines.positionOf(from), to: lines.positionOf(to) }
  }
}

test('in 1,000 texts that are edited at random, each passage is at its own words or is lost, and undo brings it back', () => {
  let found = 0
  let all = 0
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const random = seededRandom(seed)
    const text = new EditedText(random)
    const before = text.passages.map(({ id }) => text.wordsOf(id))
    const check = () => {
      for (const { id, passage } of text.passages) {
        const words = text.wordsOf(id)
        all += 1
        if (words === null) continue
        found += 1
        const letters = words.replace(/\s/g, '')
        const own = letters.split('').filter((letter) => passage.quote.includes(letter))
        const isWithin =
          passage.quote.includes(letters[0] ?? '') && passage.quote.includes(letters.at(-1) ?? '')
        expect(
          isWithin || own.length > letters.length / 2,
          `seed ${seed}: ${passage.quote} at ${words}`,
        ).toBe(true)
      }
    }
    for (let edits = 1 + random.below(8); edits > 0; edits -= 1) {
      text.edit()
      text.search()
      check()
      if (random.below(4) === 0) text.reopen()
      check()
    }
    text.undoAll()
    text.reopen()
    expect(
      text.passages.map(({ id }) => text.wordsOf(id)),
      `seed ${seed}`,
    ).toEqual(before)
  }
  expect(found / all).toBeGreaterThan(0.6)
})
