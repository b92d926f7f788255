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
 * The related articles of every article, computed together. An index never changes: `update` makes the next one. It is
 * fast on the newest index; on an older one it computes everything anew.
 */
export class RelatedIndex {
  readonly #items: ReadonlyMap<string, RelatedItem>
  readonly #lists: ReadonlyMap<string, readonly Match[]>
  /** Passed on to the next index. */
  #scores: Scores | null

  private constructor(
    items: ReadonlyMap<string, RelatedItem>,
    lists: ReadonlyMap<string, readonly Match[]>,
    scores: Scores,
  ) {
    this.#items = items
    this.#lists = lists
    this.#scores = scores
  }

  /** Of several items with one id the last counts. */
  static of(items: Iterable<RelatedItem>): RelatedIndex {
    const byId = new Map<string, RelatedItem>()
    for (const item of items) byId.set(item.id, item)
    const scores = new Scores()
    scores.add([...byId.values()])
    const lists = new Map([...byId.keys()].map((id) => [id, scores.bestFor(id)]))
    return new RelatedIndex(byId, lists, scores)
  }

  /** The ids of at most `max` (up to 3) related articles, the closest first; none for an unknown id. */
  related(id: string, max: number = RELATED_COUNT): string[] {
    return (this.#lists.get(id) ?? []).slice(0, max).map((match) => match.id)
  }

  /**
   * The index after these articles were added or changed and those removed. Lists are computed anew only for the changed
   * articles and those that showed one of them; every other list can only gain a changed article.
   */
  update(changed: readonly RelatedItem[], removedIds: readonly string[]): RelatedIndex {
    const items = new Map(this.#items)
    for (const id of removedIds) items.delete(id)
    for (const item of changed) items.set(item.id, item)
    const scores = this.#scores
    const touched = new Set([...removedIds, ...changed.map(({ id }) => id)])
    if (scores === null || touched.size > items.size * REBUILD_SHARE) return RelatedIndex.of(items.values())

    this.#scores = null
    for (const id of touched) scores.remove(id)
    const fresh = [...touched].map((id) => items.get(id)).filter((item) => item !== undefined)
    scores.add(fresh)
    const lists = new Map(this.#lists)
    const stale = new Set(fresh.map(({ id }) => id))
    for (const [id, list] of this.#lists) {
      if (touched.has(id)) lists.delete(id)
      else if (list.some((match) => touched.has(match.id))) stale.add(id)
    }
    for (const { id } of fresh) {
      scores.forEachListWith(id, (other, match) => {
        if (!stale.has(other)) lists.set(other, insert(lists.get(other) ?? [], match))
      })
    }
    for (const id of stale) lists.set(id, scores.bestFor(id))
    return new RelatedIndex(items, lists, scores)
  }
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
    const add = (others: readonly number[], worth: number) => {
      for (const other of others) points[other] = (points[other] ?? 0) + worth
    }
    for (const others of titles) add(others, POINTS.title)
    for (const others of excerpts) add(others, POINTS.excerpt)
    add(this.#ofCategory.get(item.category_id ?? '') ?? [], POINTS.category)
    add(this.#ofAuthor.get(item.author_id ?? '') ?? [], POINTS.author)
    points[slot] = 0
    for (let place = 0; place < this.#items.length; place += 1) {
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
