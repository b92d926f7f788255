import { type Calendar, DEFAULT_CALENDAR } from '../../domain/text/calendar.ts'
import type { Credit } from '../../domain/story/credit.ts'
import type { Database } from '../database/database.ts'
import { RELATED_COUNT } from '../related/related-index.ts'
import type { ArticleRow } from '../rows.ts'
import { LIST_PAGE_SIZE } from './list-chunks.ts'

/** A list for each row or month that has articles. */
type SubjectKind = 'category' | 'tag' | 'writer' | 'person' | 'month'

/** A list that is kept of the articles. `name`: its name in the database; no two lists have the same. */
export type StoredList = { readonly name: string } & (
  | { readonly kind: 'all' | 'featured' | 'hero' }
  | { readonly kind: SubjectKind; readonly id: string }
  | { readonly kind: 'category and tag'; readonly categoryId: string; readonly tagId: string }
  | { readonly kind: 'person and role'; readonly personId: string; readonly roleId: string }
)

/** One list or several, whose articles are shown as one. */
export type ArticleList = readonly StoredList[]

/** Articles at the start of a list that pages may read as its newest. */
export const MAX_NEWEST = 64

/** Neighbours of an article searched on each side for one that is not among its related articles. */
export const MAX_NEIGHBOURS = RELATED_COUNT + 1

export const ALL_ARTICLES: StoredList = { kind: 'all', name: 'all' }
/** The most recently changed first. */
export const FEATURED: StoredList = { kind: 'featured', name: 'featured' }
const HERO: StoredList = { kind: 'hero', name: 'hero' }
export const categoryList = (id: string): StoredList => subjectList('category', id)
export const tagList = (id: string): StoredList => subjectList('tag', id)
/** The stories without credits that an account owns. */
export const writerList = (profileId: string): StoredList => subjectList('writer', profileId)
/** The stories that name a person in their credits. */
export const personList = (personId: string): StoredList => subjectList('person', personId)
/** `month`: YYYY-MM, in the magazine's time zone. */
export const monthList = (month: string): StoredList => subjectList('month', month)

function subjectList(kind: SubjectKind, id: string): StoredList {
  return { kind, id, name: `${kind} ${id}` }
}

/** The articles of a category that have a tag. */
export function taggedList(categoryId: string, tagId: string): StoredList {
  return { kind: 'category and tag', categoryId, tagId, name: `category ${categoryId} tag ${tagId}` }
}

/** The stories that name a person in one role. */
export function roleList({ person_id: personId, role_id: roleId }: Credit): StoredList {
  return { kind: 'person and role', personId, roleId, name: `role ${personId} ${roleId}` }
}

/** The lists of an article by name, each with the time that it is sorted by; none of no article. */
function listsOf(
  row: ArticleRow | null,
  calendar: Calendar,
): ReadonlyMap<string, { list: StoredList; sort: string }> {
  if (row === null) return new Map()
  const { category_id: category, author_id: writer, published_at: time, tag_ids: tags } = row
  const lists = [ALL_ARTICLES, monthList(calendar.monthOf(time)), ...tags.map(tagList)]
  if (row.hero) lists.push(HERO)
  if (row.credits === null) lists.push(...(writer === null ? [] : [writerList(writer)]))
  else lists.push(...row.credits.flatMap((credit) => [personList(credit.person_id), roleList(credit)]))
  if (category !== null) lists.push(categoryList(category), ...tags.map((tag) => taggedList(category, tag)))
  const sorted = new Map(lists.map((list) => [list.name, { list, sort: time }]))
  if (row.featured) sorted.set(FEATURED.name, { list: FEATURED, sort: row.updated_at })
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
  /** Calendar that groups articles by month. After changing it, call `moveBetween`. */
  calendar: Calendar = DEFAULT_CALENDAR
  readonly #db: Database
  /** What `lastChangeOfNewest` found, by list: the site map asks it of every list with each change of a story. */
  readonly #lastChanges = new Map<string, string | null>()
  /** What `idsOf` found. */
  readonly #ids = new Map<SubjectKind, readonly string[]>()

  constructor(db: Database) {
    this.#db = db
  }

  /** To be called when changes were taken back: forgets what is kept in memory. */
  forget(): void {
    this.#lastChanges.clear()
    this.#ids.clear()
  }

  /** The lists that contain an article with this row; none without a row. */
  of(row: ArticleRow | null): StoredList[] {
    return Array.from(listsOf(row, this.calendar).values(), ({ list }) => list)
  }

  /**
   * Moves an article from the lists of `before` to those of `after`. Returns its old and its new places in the lists where
   * its place has changed.
   */
  move(id: string, before: ArticleRow | null, after: ArticleRow | null): [list: StoredList, place: Entry][] {
    return this.#moveBetween(id, listsOf(before, this.calendar), listsOf(after, this.calendar))
  }

  /** Moves an article from one list to another in which it has the same place. Returns its old and its new place. */
  moveBetween({ id, sort }: Entry, from: StoredList, to: StoredList): [list: StoredList, place: Entry][] {
    const only = (list: StoredList) => new Map([[list.name, { list, sort }]])
    return this.#moveBetween(id, only(from), only(to))
  }

  #moveBetween(
    id: string,
    old: ReturnType<typeof listsOf>,
    next: ReturnType<typeof listsOf>,
  ): [list: StoredList, place: Entry][] {
    const changed: [list: StoredList, place: Entry][] = []
    for (const name of [...old.keys(), ...next.keys()]) this.#lastChanges.delete(name)
    for (const [name, { list, sort }] of old) {
      if (next.get(name)?.sort === sort) continue
      this.#db.run('delete from entry where list = ? and sort = ? and id = ?', name, sort, id)
      if (!next.has(name)) this.#resize(name, -1)
      changed.push([list, { id, sort }])
    }
    for (const [name, { list, sort }] of next) {
      if (old.get(name)?.sort === sort) continue
      this.#db.run('insert into entry values (?, ?, ?)', name, sort, id)
      if (!old.has(name)) this.#resize(name, 1)
      changed.push([list, { id, sort }])
    }
    return changed
  }

  #resize(name: string, by: 1 | -1): void {
    this.#ids.clear()
    this.#db.run(
      'insert into list (name, size) values (?, ?) on conflict do update set size = size + excluded.size',
      name,
      by,
    )
    if (by < 0) this.#db.run('delete from list where name = ? and size = 0', name)
  }

  size({ name }: StoredList): number {
    return this.#db.get<{ size: number }>('select size from list where name = ?', name)?.size ?? 0
  }

  /** The ids of what has a list of this kind with articles, in order. */
  idsOf(kind: SubjectKind): readonly string[] {
    const kept = this.#ids.get(kind)
    if (kept !== undefined) return kept
    const { name: prefix } = subjectList(kind, '')
    const rows = this.#db.all<{ id: string }>(
      'select substr(name, ?) as id from list where name >= ? and name < ? order by name',
      prefix.length + 1,
      prefix,
      `${prefix}\u{10ffff}`,
    )
    const found = rows.map(({ id }) => id)
    this.#ids.set(kind, found)
    return found
  }

  /** Computes when an article of the list was changed last, for `lastChange`. */
  noteLastChange({ name }: StoredList): void {
    this.#db.run(
      `update list set last_change =
         (select max(modified_at) from entry join article indexed by article_address using (id)
          where list = list.name)
       where name = ?`,
      name,
    )
  }

  lastChange({ name }: StoredList): string | null {
    return (
      this.#db.get<{ last_change: string | null }>('select last_change from list where name = ?', name)
        ?.last_change ?? null
    )
  }

  /** When one of the articles that a list page shows at first was changed last. */
  lastChangeOfNewest({ name }: StoredList): string | null {
    const kept = this.#lastChanges.get(name)
    if (kept !== undefined) return kept
    const found = this.#db.get<{ time: string | null }>(
      `select max(modified_at) as time from article
       where id in (select id from entry where list = ? order by sort desc, id limit ?)`,
      name,
      LIST_PAGE_SIZE,
    )
    const time = found?.time ?? null
    this.#lastChanges.set(name, time)
    return time
  }

  /** Id, slug and last change of at most `limit` articles of a list but the oldest `start`, the oldest first. */
  addresses(
    { name }: StoredList,
    start: number,
    limit: number,
  ): { id: string; slug: string; modified_at: string }[] {
    return this.#db.all(
      `select id, slug, modified_at from entry join article indexed by article_address using (id)
       where list = ? order by sort, id desc limit ? offset ?`,
      ...[name, limit, start],
    )
  }

  /** The places of at most `limit` articles of a list that are as new as a time, the newest first. */
  since({ name }: StoredList, time: string, limit: number): Entry[] {
    return this.#db.all(
      'select id, sort from entry where list = ? and sort >= ? order by sort desc, id limit ?',
      ...[name, time, limit],
    )
  }

  #head({ name }: StoredList, limit: number): Entry[] {
    return this.#db.all<Entry>(
      'select id, sort from entry where list = ? order by sort desc, id limit ?',
      name,
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
    const found = lists.flatMap(({ name }) =>
      this.#db.all<Entry>(
        `select id, sort from entry
         where list = ? and sort between ? and ? and (sort > ? or id < ?) and (sort < ? or id >= ?)
         order by sort, id desc limit ?`,
        ...[name, from.sort, to.sort, from.sort, from.id, to.sort, to.id, limit],
      ),
    )
    return found.sort(compareEntries).slice(-limit)
  }

  /** The id of the story marked as hero; null when there is none. */
  hero(): string | null {
    return this.newest([HERO], 1)[0] ?? null
  }

  /** The ids of all articles of a list, in any order. */
  members({ name }: StoredList): string[] {
    // As one text: rows of their own would take four times as long.
    const found = this.#db.get<{ ids: string | null }>(
      `select group_concat(id, ' ') as ids from entry where list = ?`,
      name,
    )
    return found?.ids?.split(' ') ?? []
  }

  /** The ids of the articles beside one in a list, at most `limit` newer and as many older ones, the closest first. */
  neighbours({ name }: StoredList, { id, sort }: Entry, limit: number): { newer: string[]; older: string[] } {
    const some = (where: string, order: string, ...values: string[]) =>
      this.#db
        .all<{ id: string }>(
          `select id from entry where list = ? and ${where} order by ${order} limit ?`,
          ...[name, ...values, limit],
        )
        .map((row) => row.id)
    const newer = [
      ...some('sort = ? and id < ?', 'id desc', sort, id),
      ...some('sort > ?', 'sort, id desc', sort),
    ]
    const older = [...some('sort = ? and id > ?', 'id', sort, id), ...some('sort < ?', 'sort desc, id', sort)]
    return { newer: newer.slice(0, limit), older: older.slice(0, limit) }
  }
}
