import { randomUUID } from 'node:crypto'
import { draft, put } from './world.ts'
import type { World } from './world.ts'

export type Key = Readonly<Record<string, string | number>>

/** Ids of the caller (null for a stranger) and of a contributor who is someone else. */
export interface Who {
  self: string | null
  other: string
}

type RowOf = (who: Who) => object

/** A kind of row that the law speaks of. */
export interface Subject {
  table: string
  /** Puts a fresh row there and gives its key. */
  make(world: World, who: Who): Promise<Key>
  /** A row that a caller tries to insert, with its key. */
  offer?(world: World, who: Who): Promise<{ row: object; key: Key }>
  /** What a caller tries to change it to. */
  patch: Readonly<Record<string, string | number | boolean | null>>
}

/** Rows keyed by `id`. */
export function rows(table: string, row: RowOf, patch: Subject['patch']): Subject {
  return {
    table,
    make: async (world, who) => ({ id: (await put(world, table, row(who))).id }),
    async offer(_, who) {
      const id = randomUUID()
      return { row: { ...row(who), id }, key: { id } }
    },
    patch,
  }
}

/** Rows that strangers send by a form: no more than its fields, known by the address given. */
export function letters(table: string, row: () => { email: string }, patch: Subject['patch']): Subject {
  return {
    table,
    make: async (world) => ({ id: (await put(world, table, row())).id }),
    async offer() {
      const filled = row()
      return { row: filled, key: { email: filled.email } }
    },
    patch,
  }
}

/** Tables that hold one row at most. */
export function single(table: string, patch: Subject['patch']): Subject {
  const clear = (world: World) => world.sql(`delete from public.${table}`)
  return {
    table,
    async make(world) {
      await clear(world)
      return { id: (await put(world, table, { id: randomUUID() })).id }
    },
    async offer(world) {
      await clear(world)
      const id = randomUUID()
      return { row: { id }, key: { id } }
    },
    patch,
  }
}

/** The link between an article and a tag. */
export function tagging(article: RowOf, tag: () => object): Subject {
  const fresh = async (world: World, who: Who) => ({
    article_id: (await put(world, 'articles', article(who))).id,
    tag_id: (await put(world, 'tags', tag())).id,
  })
  return {
    table: 'article_tags',
    async make(world, who) {
      const key = await fresh(world, who)
      await put(world, 'article_tags', key)
      return key
    },
    async offer(world, who) {
      const key = await fresh(world, who)
      return { row: key, key }
    },
    patch: { tag_id: randomUUID() },
  }
}

export function workingCopy(article: RowOf): Subject {
  const fresh = async (world: World, who: Who) => ({
    article_id: (await put(world, 'articles', article(who))).id,
    data: { title: 'Later' },
    base_version: 1,
  })
  return {
    table: 'article_working_copies',
    async make(world, who) {
      const row = await fresh(world, who)
      await put(world, 'article_working_copies', row)
      return { article_id: row.article_id }
    },
    async offer(world, who) {
      const row = await fresh(world, who)
      return { row, key: { article_id: row.article_id } }
    },
    patch: { base_version: 7 },
  }
}

/** Rows that only the database and the publisher write. `query` gives the id of one, from that of an article. */
export function recorded(
  table: string,
  query: string,
  row: object,
  patch: Subject['patch'],
  article: () => object = draft,
): Subject {
  return {
    table,
    async make(world) {
      const { id } = await put(world, 'articles', article())
      const [found] = await world.sql<{ id: number }>(query, query.includes('$1') ? [id] : [])
      if (found === undefined) throw new Error(`Nothing came of ${query}`)
      return { id: found.id }
    },
    offer: async () => ({ row, key: { id: -1 } }),
    patch,
  }
}
