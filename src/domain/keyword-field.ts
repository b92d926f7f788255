import { keywords, tokens } from './related-score.ts'

/** Tokens longer than this are compared with every keyword instead of having all their parts looked up. */
const LONG_TOKEN = 40

const NONE: readonly number[] = []

/**
 * One text field (title or excerpt) of many articles, by slot number: which slots' text contains a keyword as a
 * substring, and which slots have it as a keyword of their own. A keyword is a run of letters and digits, so where it
 * occurs in a text it lies within one token; looking up the parts of each token finds every occurrence.
 */
export class KeywordField {
  readonly #texts: (string | undefined)[] = []
  /** Numbers of all keywords that any slot ever had. */
  readonly #ids = new Map<string, number>()
  /** By keyword: the slots whose text contains it, and the slots that have it. */
  readonly #within: number[][] = []
  readonly #owners: number[][] = []
  /** By slot: its own keywords, and all keywords that its text contains. */
  readonly #own: number[][] = []
  readonly #found: number[][] = []
  /** By keyword: whether the article that is being asked for has it. */
  #asked = new Uint8Array(0)

  /** The texts of slots 0, 1, 2 … */
  constructor(texts: readonly string[]) {
    for (const [slot, text] of texts.entries()) this.#setText(slot, text)
    const known = new Map<string, number[]>()
    for (const slot of texts.keys()) this.#find(slot, known)
    this.#asked = new Uint8Array(this.#ids.size * 2)
  }

  /** For each keyword of a slot, the slots whose text contains it. */
  listsOf(slot: number): readonly (readonly number[])[] {
    return (this.#own[slot] ?? NONE).map((word) => this.#within[word] ?? NONE)
  }

  /** Makes `hits` count the keywords of this slot; `release` must follow. */
  ask(slot: number): void {
    for (const word of this.#own[slot] ?? NONE) this.#asked[word] = 1
  }

  release(slot: number): void {
    for (const word of this.#own[slot] ?? NONE) this.#asked[word] = 0
  }

  /** How many keywords of the asking slot the text of this one contains. */
  hits(slot: number): number {
    let count = 0
    for (const word of this.#found[slot] ?? NONE) count += this.#asked[word] ?? 0
    return count
  }

  /** Calls back for every slot and each of its keywords that the text of `slot` contains. */
  forEachOwnerWithin(slot: number, call: (owner: number) => void): void {
    for (const word of this.#found[slot] ?? NONE) this.#owners[word]?.forEach(call)
  }

  /** Fills a slot that is empty. */
  add(slot: number, text: string): void {
    const firstNew = this.#ids.size
    this.#setText(slot, text)
    this.#find(slot)
    for (const [word, id] of this.#ids) if (id >= firstNew) this.#findElsewhere(word, id, slot)
    if (this.#ids.size > this.#asked.length) this.#asked = new Uint8Array(this.#ids.size * 2)
  }

  /** Empties a slot. */
  remove(slot: number): void {
    for (const word of this.#own[slot] ?? NONE) drop(this.#owners[word], slot)
    for (const word of this.#found[slot] ?? NONE) drop(this.#within[word], slot)
    this.#own[slot] = []
    this.#found[slot] = []
    this.#texts[slot] = undefined
  }

  #setText(slot: number, text: string): void {
    this.#texts[slot] = text.toLowerCase()
    this.#own[slot] = keywords(text).map((word) => {
      let id = this.#ids.get(word)
      if (id === undefined) {
        id = this.#ids.size
        this.#ids.set(word, id)
        this.#within.push([])
        this.#owners.push([])
      }
      this.#owners[id]?.push(slot)
      return id
    })
  }

  /** Notes which keywords the text of a slot contains; `known` remembers those of tokens seen before. */
  #find(slot: number, known = new Map<string, number[]>()): void {
    const found = new Set<number>()
    for (const token of tokens(this.#texts[slot] ?? '')) {
      let ids = known.get(token)
      if (!ids) known.set(token, (ids = this.#parts(token)))
      for (const id of ids) found.add(id)
    }
    this.#found[slot] = [...found]
    for (const id of found) this.#within[id]?.push(slot)
  }

  #findElsewhere(word: string, id: number, except: number): void {
    for (const [slot, text] of this.#texts.entries()) {
      if (slot === except || !text?.includes(word)) continue
      this.#found[slot]?.push(id)
      this.#within[id]?.push(slot)
    }
  }

  #parts(token: string): number[] {
    const ids: number[] = []
    if (token.length > LONG_TOKEN) {
      for (const [word, id] of this.#ids) if (token.includes(word)) ids.push(id)
      return ids
    }
    for (let start = 0; start + 4 <= token.length; start += 1) {
      for (let end = start + 4; end <= token.length; end += 1) {
        const id = this.#ids.get(token.slice(start, end))
        if (id !== undefined) ids.push(id)
      }
    }
    return ids
  }
}

/** Takes a number out of a list whose order means nothing. */
function drop(list: number[] | undefined, value: number): void {
  const at = list?.indexOf(value) ?? -1
  if (!list || at < 0) return
  const last = list.pop()
  if (last !== undefined && at < list.length) list[at] = last
}
