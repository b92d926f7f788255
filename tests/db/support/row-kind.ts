import { randomUUID } from 'node:crypto'
import { type Backend, draft, insertRow } from './backend.ts'

export type Key = Readonly<Record<string, string | number>>

/** Ids of the caller (null for a visitor) and of another contributor. */
export interface Who {
  self: string | null
  other: string
}

type RowOf = (who: Who) => object

/** A kind of row in the table of permissions, for example somebody else's draft. */
export interface RowKind {
  table: string
  /** Creates a row, past all policies. Returns its key. */
  create(backend: Backend, who: Who): Promise<Key>
  /** A row for the caller to insert, with its key. */
  newRow?(backend: Backend, who: Who): Promise<{ row: object; key: Key }>
  /** What the caller tries to change. */
  patch: Readonly<Record<string, string | number | boolean | object | null>>
}

/** Rows keyed by `id`. */
export function rows(table: string, row: RowOf, patch: RowKind['patch']): RowKind {
  return {
    table,
    create: async (backend, who) => ({ id: (await insertRow(backend, table, row(who))).id }),
    async newRow(_, who) {
      const id = randomUUID()
      return { row: { ...row(who), id }, key: { id } }
    },
    patch,
  }
}

/** Rows that visitors send by a form: only its fields, identified by the email address. */
export function formRows(table: string, row: () => { email: string }, patch: RowKind['patch']): RowKind {
  return {
    table,
    create: async (backend) => ({ id: (await insertRow(backend, table, row())).id }),
    async newRow() {
      const filled = row()
      return { row: filled, key: { email: filled.email } }
    },
    patch,
  }
}

/** Tables that hold one row at most. */
export function single(table: string, patch: RowKind['patch'], columns: object = {}): RowKind {
  const clear = (backend: Backend) => backend.sql(`delete from public.${table}`)
  return {
    table,
    async create(backend) {
      await clear(backend)
      return { id: (await insertRow(backend, table, { id: randomUUID(), ...columns })).id }
    },
    async newRow(backend) {
      await clear(backend)
      const id = randomUUID()
      return { row: { id, ...columns }, key: { id } }
    },
    patch,
  }
}

/** The link between an article and a tag. */
export function tagging(article: RowOf, tag: () => object): RowKind {
  const fresh = async (backend: Backend, who: Who) => ({
    article_id: (await insertRow(backend, 'articles', article(who))).id,
    tag_id: (await insertRow(backend, 'tags', tag())).id,
  })
  return {
    table: 'article_tags',
    async create(backend, who) {
      const key = await fresh(backend, who)
      await insertRow(backend, 'article_tags', key)
      return key
    },
    async newRow(backend, who) {
      const key = await fresh(backend, who)
      return { row: key, key }
    },
    patch: { tag_id: randomUUID() },
  }
}

export function workingCopy(article: RowOf): RowKind {
  const fresh = async (backend: Backend, who: Who) => ({
    article_id: (await insertRow(backend, 'articles', article(who))).id,
    data: { title: 'Later' },
    base_version: 1,
  })
  return {
    table: 'article_working_copies',
    async create(backend, who) {
      const row = await fresh(backend, who)
      await insertRow(backend, 'article_working_copies', row)
      return { article_id: row.article_id }
    },
    async newRow(backend, who) {
      const row = await fresh(backend, who)
      return { row, key: { article_id: row.article_id } }
    },
    patch: { base_version: 7 },
  }
}

/** Rows that only the database and the publisher write. `query` returns the id of one; $1 is an article's id. */
export function recorded(
  table: string,
  query: string,
  row: object,
  patch: RowKind['patch'],
  article: () => object = draft,
): RowKind {
  return {
    table,
    async create(backend) {
      const { id } = await insertRow(backend, 'articles', article())
      const [found] = await backend.sql<{ id: number }>(query, query.includes('$1') ? [id] : [])
      if (found === undefined) throw new Error(`No row from ${query}`)
      return { id: found.id }
    },
    newRow: async () => ({ row, key: { id: -1 } }),
    patch,
  }
}
