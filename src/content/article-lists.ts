import type { Database } from './database.ts'
import { LIST_PAGE_SIZE } from './list-chunks.ts'
import type { ArticleRow } from './rows.ts'

/** One list or several, whose articles are shown as one. */
export type ArticleList = readonly string[]

/** Articles at the start of a list that pages may read as its newest. */
export const MAX_NEWEST = 64

export const ALL_ARTICLES = 'all'
/** The most recently changed first. */
export const FEATURED = 'featured'
const HERO = 'hero'
export const categoryList = (id: string): string => `category ${id}`
export const tagList = (id: string): string => `tag ${id}`
export const writerList = (profileId: string): string => `writer ${profileId}`
/** The articles of a category that have a tag. */
export const taggedList = (categoryId: string, tagId: string): string => `category ${categoryId} tag ${tagId}`
export const MONTH_PREFIX = 'month '
/** `month`: YYYY-MM. */
export const monthList = (month: string): string => `${MONTH_PREFIX}${month}`

/** The lists of an article, each with the time that it is sorted by. */
function listsOf(row: ArticleRow): ReadonlyMap<string, string> {
  const { category_id: category, author_id: writer, published_at: time, tag_ids: tags } = row
  const lists = [ALL_ARTICLES, monthList(time.slice(0, 7)), ...tags.map(tagList)]
  if (row.hero) lists.push(HERO)
  if (writer !== null) lists.push(writerList(writer))
  if (category !== null) lists.push(categoryList(category), ...tags.map((tag) => taggedList(category, tag)))
  const sorted = new Map(lists.map((list) => [list, time]))
  if (row.featured) sorted.set(FEATURED, row.updated_at)
  return sorted
}

/** The place of an article in a list: `sort` is the time that the list is sorted by. */
export interface Entry {
  id: string
  sort: string
}

/** Older than every article. */
export const OLDEST: Entry = { id: '', sort: '' }

/** By time, the latest first, then by id. */
export function compareEntries(a: Entry, b: Entry): number {
  if (a.sort !== b.sort) return a.sort < b.sort ? 1 : -1
  return a.id < b.id ? -1 : 1
}

/** The lists of articles, each in its order. */
export class ArticleLists {
  readonly #db: Database
  /** What the site map asks of every list with each change of a story. */
  readonly #lastChanges = new Map<string, string | null>()
  readonly #names = new Map<string, readonly string[]>()

  constructor(db: Database) {
    this.#db = db
  }

  /** To be called when changes were taken back: forgets what is kept in memory. */
  forget(): void {
    this.#lastChanges.clear()
    this.#names.clear()
  }

  /** The lists that an article with this row stands in. */
  of(row: ArticleRow): Iterable<string> {
    return listsOf(row).keys()
  }

  /**
   * Moves an article from the lists of `before` to those of `after`. Returns its old and its new places in the lists where
   * it stands elsewhere now.
   */
  move(id: string, before: ArticleRow | null, after: ArticleRow | null): [list: string, place: Entry][] {
    const old = before === null ? new Map<string, string>() : listsOf(before)
    const next = after === null ? new Map<string, string>() : listsOf(after)
    const changed: [list: string, place: Entry][] = []
    for (const list of [...old.keys(), ...next.keys()]) this.#lastChanges.delete(list)
    for (const [list, sort] of old) {
      if (next.get(list) === sort) continue
      this.#db.run('delete from entry where list = ? and sort = ? and id = ?', list, sort, id)
      if (!next.has(list)) this.#resize(list, -1)
      changed.push([list, { id, sort }])
    }
    for (const [list, sort] of next) {
      if (old.get(list) === sort) continue
      this.#db.run('insert into entry values (?, ?, ?)', list, sort, id)
      if (!old.has(list)) this.#resize(list, 1)
      changed.push([list, { id, sort }])
    }
    return changed
  }

  #resize(list: string, by: 1 | -1): void {
    this.#names.clear()
    this.#db.run(
      'insert into list (name, size) values (?, ?) on conflict do update set size = size + excluded.size',
      list,
      by,
    )
    if (by < 0) this.#db.run('delete from list where name = ? and size = 0', list)
  }

  size(list: string): number {
    return this.#db.get<{ size: number }>('select size from list where name = ?', list)?.size ?? 0
  }

  /** The names that begin with `prefix` of lists with articles, in order. */
  names(prefix: string): readonly string[] {
    const kept = this.#names.get(prefix)
    if (kept !== undefined) return kept
    const rows = this.#db.all<{ name: string }>(
      'select name from list where name >= ? and name < ? order by name',
      prefix,
      `${prefix}\u{10ffff}`,
    )
    const found = rows.map(({ name }) => name)
    this.#names.set(prefix, found)
    return found
  }

  /** Computes when an article of the list was changed last, for `lastChange`. */
  noteLastChange(list: string): void {
    this.#db.run(
      `update list set last_change =
         (select max(updated_at) from entry join article indexed by article_address using (id)
          where list = list.name)
       where name = ?`,
      list,
    )
  }

  lastChange(list: string): string | null {
    return (
      this.#db.get<{ last_change: string | null }>('select last_change from list where name = ?', list)
        ?.last_change ?? null
    )
  }

  /** When one of the articles that a list page shows at first was changed last. */
  lastChangeOfNewest(list: string): string | null {
    const kept = this.#lastChanges.get(list)
    if (kept !== undefined) return kept
    const found = this.#db.get<{ time: string | null }>(
      `select max(updated_at) as time from article
       where id in (select id from entry where list = ? order by sort desc, id limit ?)`,
      list,
      LIST_PAGE_SIZE,
    )
    const time = found?.time ?? null
    this.#lastChanges.set(list, time)
    return time
  }

  /** Slug and last change of the articles in a list, the oldest first. */
  addresses(list: string): { slug: string; updated_at: string }[] {
    return this.#db.all(
      `select slug, updated_at from entry join article indexed by article_address using (id)
       where list = ? order by sort, id desc`,
      list,
    )
  }

  #head(list: string, limit: number): Entry[] {
    return this.#db.all<Entry>(
      'select id, sort from entry where list = ? order by sort desc, id limit ?',
      list,
      limit,
    )
  }

  /** The places of the newest articles. */
  newestPlaces(lists: ArticleList, limit: number): Entry[] {
    const heads = lists.flatMap((list) => this.#head(list, limit))
    if (lists.length > 1) heads.sort(compareEntries)
    return heads.slice(0, limit)
  }

  /** The ids of the newest articles. */
  newest(lists: ArticleList, limit: number): string[] {
    return this.newestPlaces(lists, limit).map(({ id }) => id)
  }

  /** The place of the newest article but `count`; null when there are no more. */
  placeAfter(lists: ArticleList, count: number): Entry | null {
    return this.newestPlaces(lists, count + 1)[count] ?? null
  }

  /** At most `limit` places newer than `from` and not newer than `to`, the newest first, of them the oldest ones. */
  between(lists: ArticleList, from: Entry, to: Entry, limit: number): Entry[] {
    const found = lists.flatMap((list) =>
      this.#db.all<Entry>(
        `select id, sort from entry
         where list = ? and sort between ? and ? and (sort > ? or id < ?) and (sort < ? or id >= ?)
         order by sort, id desc limit ?`,
        ...[list, from.sort, to.sort, from.sort, from.id, to.sort, to.id, limit],
      ),
    )
    return found.sort(compareEntries).slice(-limit)
  }

  /** The id of the story at the top of the home page: the newest when none is marked as hero. */
  hero(): string | null {
    const [id = null] = [...this.newest([HERO], 1), ...this.newest([ALL_ARTICLES], 1)]
    return id
  }

  /** The ids of all articles of a list, in any order. */
  members(list: string): string[] {
    // As one text: rows of their own would take four times as long.
    const found = this.#db.get<{ ids: string | null }>(
      `select group_concat(id, ' ') as ids from entry where list = ?`,
      list,
    )
    return found?.ids?.split(' ') ?? []
  }

  /** The ids of the articles next to one in a list: the newer and the older. */
  neighbours(list: string, { id, sort }: Entry): { newer: string | null; older: string | null } {
    const one = (where: string, order: string, ...values: string[]) =>
      this.#db.get<{ id: string }>(
        `select id from entry where list = ? and ${where} order by ${order} limit 1`,
        list,
        ...values,
      )?.id ?? null
    return {
      newer: one('sort = ? and id < ?', 'id desc', sort, id) ?? one('sort > ?', 'sort, id desc', sort),
      older: one('sort = ? and id > ?', 'id', sort, id) ?? one('sort < ?', 'sort desc, id', sort),
    }
  }
}
