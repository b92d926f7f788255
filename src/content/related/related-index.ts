import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_READ_TIME } from '../../domain/story/read-time.ts'
import type { Language } from '../../domain/text/language.ts'
import { append, drop, KeywordIndex } from './keyword-index.ts'

/** What an article is compared by; `read_time` is in whole minutes. */
export interface RelatedItem {
  id: string
  title: string
  excerpt: string | null
  category_id: string | null
  /** The people whom it names, each by one text; at most one is counted. */
  people: readonly string[]
  read_time: number | null
  published_at: string | null
}

/** How many related articles are shown. */
export const RELATED_COUNT = 3

/** A candidate needs more than this. */
const SCORE_ABOVE = 20

/**
 * Points of a candidate: for the same category, for a person in common, for each keyword of the article that occurs in the
 * same text of the candidate, and for read times at most `READ_TIME_RANGE` minutes apart.
 */
export const POINTS = { category: 50, author: 30, title: 25, excerpt: 15, readTime: 10 } as const
const READ_TIME_RANGE = 2

/** The share of changed articles from which computing everything anew is as fast as an update. */
const REBUILD_SHARE = 0.25

/** A related article; `time`: see timeOf. */
interface Match {
  readonly id: string
  readonly score: number
  readonly time: number
}

/**
 * The related articles of every article, computed together. Their lists can be stored, so that an index is restored
 * without computing them.
 */
export class RelatedIndex {
  readonly #items = new Map<string, RelatedItem>()
  /** By slot: the list, and score and time of the last in a full one, which tell at once what has no place in it. */
  #lists: (readonly Match[] | undefined)[] = []
  #lastScores: number[] = []
  #lastTimes: number[] = []
  readonly #language: Language
  #scores: Scores

  private constructor(language: Language) {
    this.#language = language
    this.#scores = new Scores(language)
  }

  /** Of several items with one id the last counts. `language`: of their texts. */
  static of(items: Iterable<RelatedItem>, language: Language): RelatedIndex {
    const index = new RelatedIndex(language)
    for (const item of items) index.#items.set(item.id, itemOf(item))
    index.#computeAll()
    return index
  }

  /** The index of these items with their lists as `stored` returned them. */
  static restore(items: Iterable<{ item: RelatedItem; stored: string }>, language: Language): RelatedIndex {
    const index = new RelatedIndex(language)
    const stored: [id: string, list: string][] = []
    for (const { item, stored: list } of items) {
      index.#items.set(item.id, itemOf(item))
      stored.push([item.id, list])
    }
    const scores = index.#scores
    scores.add([...index.#items.values()])
    for (const [id, list] of stored) {
      const matches = parseList(list).map(([other, score, time]) => ({
        // The string that is kept already, not another copy of it.
        id: scores.itemOf(other)?.id ?? other,
        score,
        time: time ?? -Infinity,
      }))
      index.#setList(scores.slotOf(id), matches)
    }
    return index
  }

  /** The ids in a stored list. */
  static idsOf(stored: string): string[] {
    return parseList(stored).map(([id]) => id)
  }

  /** The list of an article as text, the closest first. */
  stored(id: string): string {
    const list = this.#lists[this.#scores.slotOf(id)] ?? []
    return JSON.stringify(list.map(({ id: other, score, time }) => [other, score, time]))
  }

  #computeAll(): void {
    this.#scores = new Scores(this.#language)
    this.#scores.add([...this.#items.values()])
    this.#lists = []
    this.#lastScores = []
    this.#lastTimes = []
    for (const id of this.#items.keys()) this.#computeList(this.#scores.slotOf(id))
  }

  #computeList(slot: number): void {
    this.#setList(slot, this.#scores.bestFor(slot))
  }

  #setList(slot: number, list: readonly Match[]): void {
    const last = list[RELATED_COUNT - 1]
    this.#lists[slot] = list
    this.#lastScores[slot] = last?.score ?? 0
    this.#lastTimes[slot] = last?.time ?? -Infinity
  }

  /** Calls back with the slots of the other lists that show an article or have a place for it, and its score there. */
  #forEachListWith(item: RelatedItem, call: (slot: number, match: Match) => void): void {
    const own = this.#scores.slotOf(item.id)
    const time = timeOf(item)
    this.#scores.forEachListWith(own, (slot, score) => {
      const last = this.#lastScores[slot] ?? 0
      if (score < last || (score === last && time < (this.#lastTimes[slot] ?? 0))) return
      call(slot, { id: item.id, score, time })
    })
  }

  /**
   * Adds or changes articles and removes others. Returns the ids of the articles whose lists may have changed: lists that
   * showed one of these articles may lose it, and lists in which one scores enough gain it. A list is computed from scratch
   * only where it lost an article whose place one outside these may take.
   */
  update(changed: readonly RelatedItem[], removedIds: readonly string[]): Set<string> {
    const others = changed.map(itemOf).filter((item) => !isDeepStrictEqual(item, this.#items.get(item.id)))
    const items = new Map(others.map((item) => [item.id, item]))
    const touched = new Set([...removedIds.filter((id) => this.#items.has(id)), ...items.keys()])
    for (const id of removedIds) this.#items.delete(id)
    for (const [id, item] of items) this.#items.set(id, item)
    if (touched.size > this.#items.size * REBUILD_SHARE) {
      this.#computeAll()
      return new Set(this.#items.keys())
    }
    const lastBefore = this.#takeFromLists(touched)
    this.#scores.add([...items.values()])
    const slots = new Set(Array.from(items.keys(), (id) => this.#scores.slotOf(id)))
    for (const slot of slots) this.#computeList(slot)
    const found = new Set([...slots, ...lastBefore.keys()])
    for (const item of items.values()) {
      this.#forEachListWith(item, (slot, match) => {
        if (slots.has(slot)) return
        const list = this.#lists[slot] ?? []
        const last = list[RELATED_COUNT - 1] ?? lastBefore.get(slot)
        if (last && precedes(last, match)) return
        this.#setList(slot, insert(list, match))
        found.add(slot)
      })
    }
    for (const [slot, last] of lastBefore) {
      const isFull = this.#lists[slot]?.length === RELATED_COUNT
      if (last !== undefined && !isFull) this.#computeList(slot)
    }
    return new Set(Array.from(found, (slot) => this.#scores.idAt(slot)))
  }

  /**
   * Removes articles from the index and from the lists that show them. Returns the slots of these lists, each with what
   * was last in it when it was full: its other candidates come after that.
   */
  #takeFromLists(ids: Iterable<string>): Map<number, Match | undefined> {
    const lastBefore = new Map<number, Match | undefined>()
    for (const id of ids) {
      const item = this.#scores.itemOf(id)
      if (item === undefined) continue
      this.#forEachListWith(item, (slot) => {
        const list = this.#lists[slot] ?? []
        if (!list.some((match) => match.id === id)) return
        this.#setList(
          slot,
          list.filter((match) => match.id !== id),
        )
        if (!lastBefore.has(slot)) lastBefore.set(slot, list[RELATED_COUNT - 1])
      })
      const own = this.#scores.remove(id)
      this.#lists[own] = undefined
      lastBefore.delete(own)
    }
    return lastBefore
  }
}

/** Whether two states of an article are equal in everything that is compared. */
export function isSameItem(a: RelatedItem, b: RelatedItem): boolean {
  return isDeepStrictEqual(itemOf(a), itemOf(b))
}

/** What is compared of an article, without the rest of its row. */
function itemOf({
  id,
  title,
  excerpt,
  category_id,
  people,
  read_time,
  published_at,
}: RelatedItem): RelatedItem {
  return { id, title, excerpt, category_id, people, read_time, published_at }
}

type StoredMatch = [id: string, score: number, time: number | null]

function parseList(stored: string): StoredMatch[] {
  return JSON.parse(stored) as StoredMatch[]
}

const NO_SLOT = -1

/** The articles as an inverted index that adds up scores, each in a numbered slot. It changes in place. */
class Scores {
  readonly #items: (RelatedItem | undefined)[] = []
  readonly #slots = new Map<string, number>()
  readonly #emptySlots: number[] = []
  readonly #titles: KeywordIndex
  readonly #excerpts: KeywordIndex
  readonly #ofCategory = new Map<string, number[]>()
  readonly #ofPerson = new Map<string, number[]>()
  /** By slot: when it was published (see timeOf), the read time, and during one search the points, which are zero otherwise. */
  readonly #times: number[] = []
  #minutes = new Uint16Array(0)
  #points = new Uint32Array(0)

  constructor(language: Language) {
    this.#titles = new KeywordIndex(language)
    this.#excerpts = new KeywordIndex(language)
  }

  /** Adds articles whose ids are not in the index. */
  add(items: readonly RelatedItem[]): void {
    const titles = new Map<number, string>()
    const excerpts = new Map<number, string>()
    for (const item of items) {
      const slot = this.#emptySlots.pop() ?? this.#items.length
      this.#items[slot] = item
      if (slot >= this.#points.length) this.#grow()
      this.#times[slot] = timeOf(item)
      this.#minutes[slot] = item.read_time ?? DEFAULT_READ_TIME
      this.#slots.set(item.id, slot)
      titles.set(slot, item.title)
      excerpts.set(slot, item.excerpt ?? '')
      if (item.category_id !== null) append(this.#ofCategory, item.category_id, slot)
      for (const person of item.people) append(this.#ofPerson, person, slot)
    }
    this.#titles.add(titles)
    this.#excerpts.add(excerpts)
  }

  /** The slot of an article; NO_SLOT when it has none. */
  slotOf(id: string): number {
    return this.#slots.get(id) ?? NO_SLOT
  }

  /** The id of the article in a slot that has one. */
  idAt(slot: number): string {
    return this.#items[slot]?.id ?? ''
  }

  itemOf(id: string): RelatedItem | undefined {
    return this.#items[this.slotOf(id)]
  }

  /** Empties the slot of an article, and returns it. */
  remove(id: string): number {
    const slot = this.slotOf(id)
    const item = this.#items[slot]
    if (item === undefined) return slot
    this.#titles.remove(slot, item.title)
    this.#excerpts.remove(slot, item.excerpt ?? '')
    if (item.category_id !== null) drop(this.#ofCategory, item.category_id, slot)
    for (const person of item.people) drop(this.#ofPerson, person, slot)
    this.#items[slot] = undefined
    this.#slots.delete(id)
    this.#emptySlots.push(slot)
    return slot
  }

  /** The best matches of the article in a slot, the best first. */
  bestFor(slot: number): readonly Match[] {
    let best: readonly Match[] = []
    let last: Match | undefined
    const titles = this.#titles.slotsContainingKeywordsOf(slot)
    this.#forEachScore(slot, titles, this.#excerpts.slotsContainingKeywordsOf(slot), (place, score) => {
      const time = this.#times[place] ?? -Infinity
      // Most have no place in the list: they are told by two numbers.
      if (last !== undefined && (score < last.score || (score === last.score && time < last.time))) return
      best = insert(best, { id: this.idAt(place), score, time })
      last = best[RELATED_COUNT - 1]
    })
    return best
  }

  /** Calls back with the slot of each other article for which the one in `slot` is a candidate, and its score there. */
  forEachListWith(slot: number, call: (other: number, score: number) => void): void {
    const titles = this.#titles.slotsWithKeywordsInTextOf(slot)
    this.#forEachScore(slot, titles, this.#excerpts.slotsWithKeywordsInTextOf(slot), call)
  }

  /**
   * Calls back with every other article that scores enough with the one in `slot`, given the articles that share each
   * keyword. Read times alone are never enough, so they count only for articles that have other points.
   */
  #forEachScore(
    slot: number,
    titles: (readonly number[])[],
    excerpts: (readonly number[])[],
    call: (other: number, score: number) => void,
  ): void {
    const item = this.#items[slot]
    if (item === undefined) return
    const points = this.#points
    const minutes = this.#minutes
    const own = minutes[slot] ?? 0
    const found: number[] = []
    const add = (others: readonly number[], worth: number) => {
      for (const other of others) {
        const sum = points[other] ?? 0
        if (sum === 0) found.push(other)
        points[other] = sum + worth
      }
    }
    for (const others of titles) add(others, POINTS.title)
    for (const others of excerpts) add(others, POINTS.excerpt)
    add(this.#ofCategory.get(item.category_id ?? '') ?? [], POINTS.category)
    add(this.#withAnyOf(item.people), POINTS.author)
    points[slot] = 0
    for (const place of found) {
      const sum = points[place] ?? 0
      if (sum === 0) continue
      points[place] = 0
      const near = Math.abs((minutes[place] ?? 0) - own) <= READ_TIME_RANGE
      const score = sum + (near ? POINTS.readTime : 0)
      if (score > SCORE_ABOVE) call(place, score)
    }
  }

  /** The slots of the articles that name one of these people, each once. */
  #withAnyOf(people: readonly string[]): readonly number[] {
    const slots = people.map((person) => this.#ofPerson.get(person) ?? [])
    return slots.length === 1 ? (slots[0] ?? []) : [...new Set(slots.flat())]
  }

  #grow(): void {
    const size = this.#points.length * 2 + 64
    this.#points = new Uint32Array(size)
    const minutes = new Uint16Array(size)
    minutes.set(this.#minutes)
    this.#minutes = minutes
  }
}

/** When an article was published, in milliseconds, -Infinity for never. */
function timeOf({ published_at }: RelatedItem): number {
  return published_at === null ? -Infinity : Date.parse(published_at)
}

/** The list with `match` inserted, the best first, at most `RELATED_COUNT` long. */
function insert(list: readonly Match[], match: Match): readonly Match[] {
  const place = list.findIndex((other) => precedes(match, other))
  return list.toSpliced(place < 0 ? list.length : place, 0, match).slice(0, RELATED_COUNT)
}

/** By score, then the newer, then by id. */
function precedes(a: Match, b: Match): boolean {
  if (a.score !== b.score) return a.score > b.score
  return a.time === b.time ? a.id < b.id : a.time > b.time
}
