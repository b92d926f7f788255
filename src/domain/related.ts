import { RelatedCore } from './related-core.ts'
import { offer } from './related-match.ts'
import type { Match } from './related-match.ts'
import { RELATED_COUNT } from './related-score.ts'
import type { RelatedItem } from './related-score.ts'

/** From this share of changed articles on, computing everything anew is as quick. */
const REBUILD_SHARE = 0.25

/**
 * The related articles of every article (reader spec §9), computed together. An index never changes: `update` makes the
 * next one. It works fastest on the newest index; asked of an older one, it computes everything anew.
 */
export class RelatedIndex {
  readonly #items: ReadonlyMap<string, RelatedItem>
  readonly #lists: ReadonlyMap<string, readonly Match[]>
  /** Given on to the next index. */
  #core: RelatedCore | null

  private constructor(
    items: ReadonlyMap<string, RelatedItem>,
    lists: ReadonlyMap<string, readonly Match[]>,
    core: RelatedCore,
  ) {
    this.#items = items
    this.#lists = lists
    this.#core = core
  }

  /** Of several items with one id the last counts. */
  static of(items: Iterable<RelatedItem>): RelatedIndex {
    const byId = new Map<string, RelatedItem>()
    for (const item of items) byId.set(item.id, item)
    const core = new RelatedCore([...byId.values()])
    const lists = new Map<string, readonly Match[]>()
    for (const id of byId.keys()) lists.set(id, core.bestFor(id))
    return new RelatedIndex(byId, lists, core)
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
    const core = this.#core
    const touched = new Set([...removedIds, ...changed.map(({ id }) => id)])
    if (core === null || touched.size > items.size * REBUILD_SHARE) return RelatedIndex.of(items.values())

    this.#core = null
    const fresh = new Set<string>()
    for (const id of touched) {
      core.remove(id)
      const item = items.get(id)
      if (!item) continue
      core.add(item)
      fresh.add(id)
    }
    const lists = new Map(this.#lists)
    const stale = new Set(fresh)
    for (const [id, list] of this.#lists) {
      if (touched.has(id)) lists.delete(id)
      else if (list.some((match) => touched.has(match.id))) stale.add(id)
    }
    for (const id of fresh) {
      core.forEachScoreOf(id, (asking, match) => {
        if (!stale.has(asking)) lists.set(asking, offer(lists.get(asking) ?? [], match))
      })
    }
    for (const id of stale) lists.set(id, core.bestFor(id))
    return new RelatedIndex(items, lists, core)
  }
}
