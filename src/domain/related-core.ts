import { KeywordField } from './keyword-field.ts'
import { DEFAULT_READ_TIME } from './read-time.ts'
import { classesOf, classKey, tiersOf } from './related-classes.ts'
import { barOf, offer } from './related-match.ts'
import type { Match } from './related-match.ts'
import { POINTS, RELATED_COUNT, SCORE_ABOVE } from './related-score.ts'
import type { RelatedItem } from './related-score.ts'

const BEST_BASE = POINTS.category + POINTS.author + POINTS.readTime

/** How much longer it takes to look at an article of a class than to read one of a list. */
const SCORING_COST = 8

/** So many of the newest of the same category and author are scored first, for a bar that others must reach. */
const SCORED_FIRST = 24

const NONE: readonly number[] = []

/**
 * The articles as an index for scoring, each in a numbered slot. It changes in place.
 *
 * Candidates that share a keyword are met through the keyword fields. All others have only their base score, so among
 * those of the same category, author or read time none but the newest can count: `#classes` keeps them in that order.
 */
export class RelatedCore {
  readonly #items: (RelatedItem | undefined)[]
  readonly #times: number[] = []
  /** By slot: the numbers of category and author (0: none) and the read time. Quicker to compare than the items. */
  readonly #categories: number[] = []
  readonly #authors: number[] = []
  readonly #minutes: number[] = []
  readonly #names = new Map<string | null, number>([[null, 0]])
  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  readonly #titles: KeywordField
  readonly #excerpts: KeywordField
  readonly #classes = new Map<string, number[]>()
  /** By slot, during one search: points of keywords so far, and whether the article was scored whole. */
  #points: Uint32Array
  #scored: Uint8Array

  /** The items' ids differ from each other. */
  constructor(items: readonly RelatedItem[]) {
    this.#items = [...items]
    this.#titles = new KeywordField(items.map(({ title }) => title))
    this.#excerpts = new KeywordField(items.map(({ excerpt }) => excerpt ?? ''))
    this.#points = new Uint32Array(items.length)
    this.#scored = new Uint8Array(items.length)
    for (const [slot, item] of items.entries()) this.#fill(slot, item)
    for (const slot of [...items.keys()].sort((a, b) => this.#newerFirst(a, b))) {
      const item = this.#items[slot]
      for (const key of item ? classesOf(item) : []) {
        const members = this.#classes.get(key)
        if (members) members.push(slot)
        else this.#classes.set(key, [slot])
      }
    }
  }

  /** Adds an article whose id is not in the index. */
  add(item: RelatedItem): void {
    const slot = this.#free.pop() ?? this.#items.length
    this.#items[slot] = item
    this.#fill(slot, item)
    this.#titles.add(slot, item.title)
    this.#excerpts.add(slot, item.excerpt ?? '')
    if (this.#points.length <= slot) {
      this.#points = new Uint32Array(slot * 2 + 16)
      this.#scored = new Uint8Array(slot * 2 + 16)
    }
    for (const key of classesOf(item)) {
      const members = this.#classes.get(key) ?? []
      const place = members.findIndex((other) => this.#newerFirst(slot, other) < 0)
      this.#classes.set(key, members.toSpliced(place < 0 ? members.length : place, 0, slot))
    }
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    const item = slot === undefined ? undefined : this.#items[slot]
    if (slot === undefined || !item) return
    this.#titles.remove(slot)
    this.#excerpts.remove(slot)
    for (const key of classesOf(item)) {
      const members = this.#classes.get(key)
      members?.splice(members.indexOf(slot), 1)
    }
    this.#items[slot] = undefined
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  /** The best matches of an article, the best first. */
  bestFor(id: string): readonly Match[] {
    const slot = this.#slots.get(id)
    const item = slot === undefined ? undefined : this.#items[slot]
    if (slot === undefined || !item) return []
    this.#titles.ask(slot)
    this.#excerpts.ask(slot)
    const best = this.#search(slot, item)
    this.#titles.release(slot)
    this.#excerpts.release(slot)
    return best
  }

  /** Calls back with the score of article `id` as a candidate for every other article that it scores enough for. */
  forEachScoreOf(id: string, call: (asking: string, match: Match) => void): void {
    const slot = this.#slots.get(id)
    const item = slot === undefined ? undefined : this.#items[slot]
    if (slot === undefined || !item) return
    const points = new Map<number, number>()
    const give = (worth: number) => (other: number) => points.set(other, (points.get(other) ?? 0) + worth)
    this.#titles.forEachOwnerWithin(slot, give(POINTS.title))
    this.#excerpts.forEachOwnerWithin(slot, give(POINTS.excerpt))
    const { category_id, author_id } = item
    if (category_id !== null) this.#members(category_id, null).forEach(give(0))
    if (author_id !== null) this.#members(null, author_id).forEach(give(0))
    const time = this.#times[slot] ?? -Infinity
    for (const [other, sum] of points) {
      const asking = this.#items[other]
      if (other === slot || !asking) continue
      const score = sum + this.#base(other, slot)
      if (score > SCORE_ABOVE) call(asking.id, { id, score, time })
    }
  }

  /**
   * Adds up points along the lists of the keywords, the shortest first; an article whose points reach the bar is scored
   * whole, which lifts the bar. The longest lists stay unread once that is cheaper: `rest` is what they are worth
   * together, and only articles that could still reach the bar with it are looked at.
   */
  #search(slot: number, item: RelatedItem): readonly Match[] {
    const points = this.#points
    const scored = [slot]
    this.#scored[slot] = 1
    let best: readonly Match[] = []
    let bar = barOf(best)
    /** Scores an article whole, unless it cannot reach the bar with these points for keywords. */
    const consider = (other: number, sum: number) => {
      if (this.#scored[other] === 1) return
      const base = this.#base(slot, other)
      const candidate = this.#items[other]
      if (sum + base < bar || !candidate) return
      this.#scored[other] = 1
      scored.push(other)
      const score =
        base + POINTS.title * this.#titles.hits(other) + POINTS.excerpt * this.#excerpts.hits(other)
      best = offer(best, { id: candidate.id, score, time: this.#times[other] ?? -Infinity })
      bar = barOf(best)
    }

    const { category_id, author_id } = item
    for (const other of this.#members(category_id, author_id).slice(0, SCORED_FIRST))
      consider(other, Infinity)
    const met: number[] = []
    const lists = this.#listsOf(slot)
    let rest = lists.reduce((sum, { worth }) => sum + worth, 0)
    for (const { slots, worth } of lists) {
      const others = this.#classesInReach(item, rest, bar)
      if (others.reduce((sum, { length }) => sum + length, 0) * SCORING_COST < slots.length) break
      rest -= worth
      for (const other of slots) {
        const sum = points[other] ?? 0
        if (sum === 0) met.push(other)
        points[other] = sum + worth
        if (sum + worth + BEST_BASE >= bar) consider(other, sum + worth)
      }
    }
    for (const other of met) {
      const most = (points[other] ?? 0) + rest
      if (most + BEST_BASE >= bar) consider(other, most)
    }
    for (const members of this.#classesInReach(item, rest, bar)) {
      for (const other of members) if (points[other] === 0) consider(other, rest)
    }
    if (rest === 0) {
      for (const { score, keys } of tiersOf(item)) {
        if (bar > score) break
        for (const key of keys) this.#newestUnmet(key).forEach((other) => consider(other, 0))
      }
    }
    for (const other of met) points[other] = 0
    for (const other of scored) this.#scored[other] = 0
    return best
  }

  /** The lists of an article's keywords, the shortest first. */
  #listsOf(slot: number): { slots: readonly number[]; worth: number }[] {
    return [
      ...this.#titles.listsOf(slot).map((slots) => ({ slots, worth: POINTS.title })),
      ...this.#excerpts.listsOf(slot).map((slots) => ({ slots, worth: POINTS.excerpt })),
    ].sort((a, b) => a.slots.length - b.slots.length)
  }

  /** The classes of which a member could reach the bar with `rest` points for keywords; those with 0: see newestUnmet. */
  #classesInReach({ category_id, author_id }: RelatedItem, rest: number, bar: number): (readonly number[])[] {
    const reach = (base: number) => rest > 0 && rest + base + POINTS.readTime >= bar
    if (reach(0)) return [this.#members(null, null)]
    if (!reach(POINTS.category + POINTS.author)) return []
    const classes = [this.#members(category_id, author_id)]
    if (category_id !== null && reach(POINTS.category)) classes.push(this.#members(category_id, null))
    if (author_id !== null && reach(POINTS.author)) classes.push(this.#members(null, author_id))
    return classes
  }

  /** The newest of a class that the search has not met. */
  #newestUnmet(key: string): number[] {
    const newest: number[] = []
    for (const other of this.#classes.get(key) ?? NONE) {
      if (this.#points[other] !== 0 || this.#scored[other] === 1) continue
      if (newest.push(other) === RELATED_COUNT) break
    }
    return newest
  }

  #fill(slot: number, item: RelatedItem): void {
    this.#slots.set(item.id, slot)
    this.#times[slot] = item.published_at === null ? -Infinity : Date.parse(item.published_at)
    this.#categories[slot] = this.#number(item.category_id)
    this.#authors[slot] = this.#number(item.author_id)
    this.#minutes[slot] = item.read_time ?? DEFAULT_READ_TIME
  }

  #number(name: string | null): number {
    const number = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, number)
    return number
  }

  /** The part of the score that needs no keywords: same category, same author, read times within two minutes. */
  #base(a: number, b: number): number {
    const category = this.#categories[a] ?? 0
    const author = this.#authors[a] ?? 0
    const minutes = (this.#minutes[a] ?? 0) - (this.#minutes[b] ?? 0)
    return (
      (category !== 0 && category === this.#categories[b] ? POINTS.category : 0) +
      (author !== 0 && author === this.#authors[b] ? POINTS.author : 0) +
      (minutes <= 2 && minutes >= -2 ? POINTS.readTime : 0)
    )
  }

  #members(category: string | null, author: string | null): readonly number[] {
    return this.#classes.get(classKey(category, author, null)) ?? NONE
  }

  #newerFirst(a: number, b: number): number {
    const [timeA, timeB] = [this.#times[a] ?? -Infinity, this.#times[b] ?? -Infinity]
    if (timeA !== timeB) return timeA > timeB ? -1 : 1
    return (this.#items[a]?.id ?? '') < (this.#items[b]?.id ?? '') ? -1 : 1
  }
}
