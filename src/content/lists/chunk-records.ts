import type { ContentChange } from '../content-change.ts'
import { ContentReader } from '../content-reader.ts'
import type { Content } from '../content.ts'
import type { Database } from '../database/database.ts'
import { chunkList } from '../pages/list-chunk.ts'
import type { LongList } from '../pages/page-type.ts'
import { CONTENT_PAGES } from '../pages/registry.ts'
import { FIRST_CHUNK } from './list-chunks.ts'
import { type ArticleLists, type Entry, compareEntries, OLDEST } from './article-lists.ts'

/** Newer than every article: the first chunk begins where the page ends, so it is not named after an article. */
const FIRST_PLACE: Entry = { id: FIRST_CHUNK, sort: '~' }
/** Articles that are looked at first around a changed place. */
const WINDOW = 128
/** With more changed places than this, the list is cut anew in one piece, from the oldest of them on. */
const MAX_PLACES = 50

/** The names of a list's new and changed chunks, and of the deleted ones. A later change may put a deleted one again. */
export interface ChunkChange {
  put: Set<string>
  removed: Set<string>
}

/**
 * Stores the chunks of the lists that changed, and adds the changed chunks to the change; calls back with them. Chunks are
 * cut anew around the places where articles came or went, and at the start of the list.
 */
export function updateChunks(
  content: Content,
  change: ContentChange,
  onChange: (list: string, change: ChunkChange) => void,
): void {
  const { db } = content
  const reader = new ContentReader(content)
  const all = new Map<string, LongList>()
  for (const type of CONTENT_PAGES) for (const list of type.longLists(reader)) all.set(list.name, list)
  const stored = db.all<{ name: string; start: string }>('select name, start from long_list')
  const starts = new Map(stored.map(({ name, start }) => [name, start]))
  const cut = (list: LongList, places: readonly Entry[] | null) => {
    const chunks = new Chunks(db, content.lists, list)
    chunks.cut(places)
    for (const chunk of chunks.withOlder(chunks.change.put))
      change.add('chunk', { list: list.name, name: chunk })
    onChange(list.name, chunks.change)
  }
  for (const name of starts.keys()) {
    if (all.has(name)) continue
    db.run('delete from long_list where name = ?', name)
    cut({ name, list: [], from: 0 }, null)
  }
  for (const list of all.values()) {
    const start = JSON.stringify([list.from, ...list.list.map(({ name }) => name)])
    const before = starts.get(list.name)
    const places = list.list.flatMap(({ name }) => change.lists.get(name) ?? [])
    if (before === start && places.length === 0) continue
    db.run('insert or replace into long_list values (?, ?)', list.name, start)
    cut(list, before !== undefined && madeOf(before) === madeOf(start) ? places : null)
  }
}

/** The lists in the `start` of a long list. */
function madeOf(start: string): string {
  return (JSON.parse(start) as unknown[]).slice(1).join()
}

/** A chunk with the place of its newest article; `ids` as JSON. */
interface Chunk extends Entry {
  older: string | null
  ids: string
}

/** The stored chunks of one list. */
class Chunks {
  readonly change: ChunkChange = { put: new Set(), removed: new Set() }
  readonly #db: Database
  readonly #lists: ArticleLists
  readonly #list: LongList

  constructor(db: Database, lists: ArticleLists, list: LongList) {
    this.#db = db
    this.#lists = lists
    this.#list = list
  }

  /** Cuts the list anew around these places and at its start; null: as a whole. */
  cut(places: readonly Entry[] | null): void {
    const first = this.#lists.placeAfter(this.#list.list, this.#list.from)
    if (first === null) {
      this.#replace(OLDEST, FIRST_PLACE, [])
      return
    }
    const older = (places ?? [OLDEST]).filter((place) => compareEntries(first, place) < 0)
    const oldestFirst = [first, ...older].sort(compareEntries).reverse()
    const [oldest = first] = oldestFirst
    if (places === null || places.length > MAX_PLACES) {
      this.#cutAround(oldest, first, Number.MAX_SAFE_INTEGER)
      return
    }
    let end: Entry | null = null
    for (const place of oldestFirst) {
      if (end === null || compareEntries(place, end) < 0) end = this.#cutAround(place, first, WINDOW)
    }
  }

  /**
   * Cuts the list anew from the end of an older chunk until, after `place`, a chunk begins where one began before, or up
   * to the `first` article. Returns the place up to which all chunks are right, apart from other changed places.
   */
  #cutAround(place: Entry, first: Entry, window: number): Entry {
    let after = this.#endBefore(place)
    for (let limit = window; ; limit *= 4) {
      const entries = this.#lists.between(this.#list.list, after, first, limit)
      const chunks = this.#chunksOf(entries, after)
      if (entries[0]?.id !== first.id) {
        // The last one goes on outside of the window.
        const whole = chunks.slice(0, -1)
        const at = whole.findIndex((chunk) => compareEntries(chunk, place) < 0 && this.#isStored(chunk))
        const last = whole[at]
        if (last === undefined) continue
        this.#replace(after, last, whole.slice(0, at + 1))
        return last
      }
      if (chunks.length > 1 || after === OLDEST) {
        this.#replace(after, FIRST_PLACE, chunks)
        return first
      }
      // So few that they may belong to the chunk before.
      after = this.#endBefore(after)
    }
  }

  #chunksOf(entries: readonly Entry[], after: Entry): Chunk[] {
    const sorts = new Map(entries.map(({ id, sort }) => [id, sort]))
    return chunkList([...sorts.keys()]).map(({ name, ids, older }) => ({
      id: name,
      sort: sorts.get(name) ?? FIRST_PLACE.sort,
      older: older ?? (after === OLDEST ? null : after.id),
      ids: JSON.stringify(ids),
    }))
  }

  /** These chunks with the next older of each, which names them. */
  withOlder(names: ReadonlySet<string>): ReadonlySet<string> {
    const older = this.#db.all<{ older: string }>(
      `select older from chunk where list = ? and name in (select value from json_each(?)) and older is not null`,
      this.#list.name,
      JSON.stringify([...names]),
    )
    return new Set([...names, ...older.map((chunk) => chunk.older)])
  }

  #isStored({ id, sort }: Entry): boolean {
    return this.#placeOf(id)?.sort === sort
  }

  #placeOf(chunk: string): Entry | undefined {
    const sql = 'select name as id, sort from chunk where list = ? and name = ?'
    return this.#db.get(sql, this.#list.name, chunk)
  }

  /** The place of the chunk before the chunk that contains `place`. */
  #endBefore({ id, sort }: Entry): Entry {
    const chunk = this.#db.get<{ older: string | null }>(
      `select older from chunk where list = ? and sort >= ? and (sort > ? or name <= ?)
       order by sort, name desc limit 1`,
      ...[this.#list.name, sort, sort, id],
    )
    return (chunk?.older && this.#placeOf(chunk.older)) || OLDEST
  }

  /** Stores chunks in place of those newer than `after` and not newer than `to`. */
  #replace(after: Entry, to: Entry, chunks: readonly Chunk[]): void {
    const { name: list } = this.#list
    const stored = this.#db.all<Chunk>(
      `select name as id, sort, older, ids from chunk
       where list = ? and sort between ? and ? and (sort > ? or name < ?) and (sort < ? or name >= ?)`,
      ...[list, after.sort, to.sort, after.sort, after.id, to.sort, to.id],
    )
    const before = new Map(stored.map((chunk) => [chunk.id, chunk]))
    for (const { id, sort, older, ids } of chunks) {
      const known = before.get(id)
      before.delete(id)
      if (known?.sort === sort && known.older === older && known.ids === ids) continue
      this.#db.run('insert or replace into chunk values (?, ?, ?, ?, ?)', list, id, sort, older, ids)
      this.change.put.add(id)
    }
    for (const id of before.keys()) {
      this.#db.run('delete from chunk where list = ? and name = ?', list, id)
      this.change.removed.add(id)
    }
  }
}
