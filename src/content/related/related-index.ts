import { DEFAULT_READ_TIME } from '../../domain/read-time.ts'
import { append, drop, KeywordIndex } from './keyword-index.ts'

/** What an article is compared by; `read_time` is in whole minutes. */
export interface RelatedItem {
  id: string
  title: string
  excerpt: string | null
  category_id: string | null
  author_id: string | null
  read_time: number | null
  published_at: string | null
}

/** How many related articles are shown. */
export const RELATED_COUNT = 3

/** A candidate needs more than this. */
const SCORE_ABOVE = 20

/**
 * Points of a candidate: for the same category, for the same author, for each keyword of the article that occurs in the
 * same text of the candidate, and for read times at most `READ_TIME_RANGE` minutes apart.
 */
export const POINTS = { category: 50, author: 30, title: 25, excerpt: 15, readTime: 10 } as const
const READ_TIME_RANGE = 2

/** The share of changed articles from which computing everything anew is as fast as an update. */
const REBUILD_SHARE = 0.25

/** A related article; `time` is when it was published, in milliseconds, -Infinity for never. */
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
  readonly #lists = new Map<string, readonly Match[]>()
  #scores = new Scores()

  /** Of several items with one id the last counts. */
  static of(items: Iterable<RelatedItem>): RelatedIndex {
    const index = new RelatedIndex()
    for (const item of items) index.#items.set(item.id, item)
    index.#computeAll()
    return index
  }

  /** The index of these items with their lists as `stored` returned them. */
  static restore(items: Iterable<{ item: RelatedItem; stored: string }>): RelatedIndex {
    const index = new RelatedIndex()
    for (const { item, stored } of items) {
      index.#items.set(item.id, itemOf(item))
      index.#lists.set(item.id, parseList(stored))
    }
    index.#scores.add([...index.#items.values()])
    return index
  }

  /** The ids in a stored list. */
  static idsOf(stored: string): string[] {
    return parseList(stored).map(({ id }) => id)
  }

  /** The list of an article as text. */
  stored(id: string): string {
    return JSON.stringify(
      (this.#lists.get(id) ?? []).map(({ id: other, score, time }) => [other, score, time]),
    )
  }

  /** The ids of at most `max` (up to 3) related articles, the closest first; none for an unknown id. */
  related(id: string, max: number = RELATED_COUNT): string[] {
    return (this.#lists.get(id) ?? []).slice(0, max).map((match) => match.id)
  }

  #computeAll(): void {
    this.#scores = new Scores()
    this.#scores.add([...this.#items.values()])
    this.#lists.clear()
    for (const id of this.#items.keys()) this.#lists.set(id, this.#scores.bestFor(id))
  }

  /**
   * Adds or changes articles and removes others. Returns the ids of the articles whose lists may have changed. Lists are
   * computed anew only for the changed articles and those that showed one of them; every other list can only gain a
   * changed article.
   */
  update(changed: readonly RelatedItem[], removedIds: readonly string[]): Set<string> {
    for (const id of removedIds) this.#items.delete(id)
    for (const item of changed) this.#items.set(item.id, itemOf(item))
    const touched = new Set([...removedIds, ...changed.map(({ id }) => id)])
    if (touched.size > this.#items.size * REBUILD_SHARE) {
      this.#computeAll()
      return new Set(this.#items.keys())
    }
    for (const id of touched) this.#scores.remove(id)
    const fresh = [...touched].map((id) => this.#items.get(id)).filter((item) => item !== undefined)
    this.#scores.add(fresh)
    const stale = new Set(fresh.map(({ id }) => id))
    for (const [id, list] of this.#lists) {
      if (touched.has(id)) this.#lists.delete(id)
      else if (list.some((match) => touched.has(match.id))) stale.add(id)
    }
    const found = new Set(stale)
    for (const { id } of fresh) {
      this.#scores.forEachListWith(id, (other, match) => {
        const list = this.#lists.get(other) ?? []
        if (stale.has(other) || !canEnter(list, match)) return
        this.#lists.set(other, insert(list, match))
        found.add(other)
      })
    }
    for (const id of stale) this.#lists.set(id, this.#scores.bestFor(id))
    return found
  }
}

/** What is compared of an article, without the rest of its row. */
function itemOf({
  id,
  title,
  excerpt,
  category_id,
  author_id,
  read_time,
  published_at,
}: RelatedItem): RelatedItem {
  return { id, title, excerpt, category_id, author_id, read_time, published_at }
}

function parseList(stored: string): Match[] {
  const list = JSON.parse(stored) as [id: string, score: number, time: number | null][]
  return list.map(([id, score, time]) => ({ id, score, time: time ?? -Infinity }))
}

/** The articles as an inverted index that adds up scores, each in a numbered slot. It changes in place. */
class Scores {
  readonly #items: (RelatedItem | undefined)[] = []
  readonly #slots = new Map<string, number>()
  readonly #titles = new KeywordIndex()
  readonly #excerpts = new KeywordIndex()
  readonly #ofCategory = new Map<string, number[]>()
  readonly #ofAuthor = new Map<string, number[]>()
  /** By slot: the read time, and during one search the points, which are zero otherwise. */
  #minutes = new Uint16Array(0)
  #points = new Uint32Array(0)

  /** Adds articles whose ids are not in the index. */
  add(items: readonly RelatedItem[]): void {
    const titles = new Map<number, string>()
    const excerpts = new Map<number, string>()
    for (const item of items) {
      const slot = this.#items.push(item) - 1
      if (slot >= this.#points.length) this.#grow()
      this.#minutes[slot] = item.read_time ?? DEFAULT_READ_TIME
      this.#slots.set(item.id, slot)
      titles.set(slot, item.title)
      excerpts.set(slot, item.excerpt ?? '')
      if (item.category_id !== null) append(this.#ofCategory, item.category_id, slot)
      if (item.author_id !== null) append(this.#ofAuthor, item.author_id, slot)
    }
    this.#titles.add(titles)
    this.#excerpts.add(excerpts)
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    const item = slot === undefined ? undefined : this.#items[slot]
    if (slot === undefined || item === undefined) return
    this.#titles.remove(slot)
    this.#excerpts.remove(slot)
    if (item.category_id !== null) drop(this.#ofCategory, item.category_id, slot)
    if (item.author_id !== null) drop(this.#ofAuthor, item.author_id, slot)
    this.#items[slot] = undefined
    this.#slots.delete(id)
  }

  /** The best matches of an article, the best first. */
  bestFor(id: string): readonly Match[] {
    const slot = this.#slots.get(id)
    if (slot === undefined) return []
    let best: readonly Match[] = []
    const titles = this.#titles.containersOfKeywords(slot)
    this.#forEachScore(slot, titles, this.#excerpts.containersOfKeywords(slot), (place, score) => {
      const candidate = score < minScore(best) ? undefined : this.#items[place]
      if (candidate) best = insert(best, matchOf(candidate, score))
    })
    return best
  }

  /** Calls back with each other article for which article `id` is a candidate, and its match there. */
  forEachListWith(id: string, call: (other: string, match: Match) => void): void {
    const slot = this.#slots.get(id)
    const item = slot === undefined ? undefined : this.#items[slot]
    if (slot === undefined || item === undefined) return
    const titles = this.#titles.ownersOfContained(slot)
    this.#forEachScore(slot, titles, this.#excerpts.ownersOfContained(slot), (place, score) => {
      const other = this.#items[place]
      if (other) call(other.id, matchOf(item, score))
    })
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
    add(this.#ofAuthor.get(item.author_id ?? '') ?? [], POINTS.author)
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

  #grow(): void {
    const size = this.#points.length * 2 + 64
    this.#points = new Uint32Array(size)
    const minutes = new Uint16Array(size)
    minutes.set(this.#minutes)
    this.#minutes = minutes
  }
}

function matchOf({ id, published_at }: RelatedItem, score: number): Match {
  return { id, score, time: published_at === null ? -Infinity : Date.parse(published_at) }
}

/** The minimum score of a candidate for a place in the list. */
function minScore(list: readonly Match[]): number {
  return list[RELATED_COUNT - 1]?.score ?? 0
}

function canEnter(list: readonly Match[], match: Match): boolean {
  const last = list[RELATED_COUNT - 1]
  return last === undefined || precedes(match, last)
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
