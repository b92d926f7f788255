import type { PublicClient } from '../backend/client.ts'
import { toBackendError } from '../backend/errors.ts'
import {
  type Changes,
  type Entity,
  type Row,
  type Rows,
  columnsOf,
  ENTITIES,
  isEntity,
  parseRows,
} from './rows.ts'

/** Rows in one request: hosted projects answer with no more than this. */
const PAGE_SIZE = 1_000

/** Ids in one request: they stand in the address, which may have about 8,000 characters. */
const IDS_PER_REQUEST = 100

/** An event of the publish outbox. */
export interface ContentEvent {
  entity: string
  entity_id: string
}

const warn = (problem: string) => console.warn(`content: ${problem}`)

function query(client: PublicClient, entity: Entity) {
  // Visitors read author profiles through a function only.
  return entity === 'author_profiles'
    ? client.rpc('get_public_author_profiles', {}, { get: true }).select(columnsOf(entity))
    : client.from(entity).select(columnsOf(entity))
}

async function answer(
  request: PromiseLike<{ data: unknown; error: unknown; status: number }>,
): Promise<unknown[]> {
  const { data, error, status } = await request
  if (error) throw toBackendError(error, status)
  return Array.isArray(data) ? data : []
}

function idOf(row: unknown): string | number | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null
  return typeof row.id === 'string' || typeof row.id === 'number' ? row.id : null
}

/** Pages through a table by id, so that concurrent writes never shift a page. */
async function loadTable<E extends Entity>(client: PublicClient, entity: E): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  let last: string | number | null = null
  for (;;) {
    let page = query(client, entity).order('id').limit(PAGE_SIZE)
    if (last !== null) page = page.gt('id', last)
    const data = await answer(page)
    rows.push(...parseRows(entity, data, warn))
    last = idOf(data.at(-1))
    // A server may return fewer rows than requested: only an empty page is the end.
    if (last === null) return rows
  }
}

/** All public rows. Throws a BackendError. */
export async function loadRows(client: PublicClient): Promise<Rows> {
  const tables = ENTITIES.map(async (entity) => [entity, await loadTable(client, entity)] as const)
  return Object.fromEntries(await Promise.all(tables)) as Rows
}

async function loadWhere<E extends Entity>(
  client: PublicClient,
  entity: E,
  column: string,
  values: readonly string[],
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let start = 0; start < values.length; start += IDS_PER_REQUEST) {
    const some = values.slice(start, start + IDS_PER_REQUEST)
    rows.push(...parseRows(entity, await answer(query(client, entity).in(column, some)), warn))
  }
  return rows
}

/** The existing rows among these ids; the other ids are gone. */
async function loadChange<E extends Entity>(
  client: PublicClient,
  entity: E,
  ids: readonly string[],
): Promise<{ put: Row<E>[]; gone: string[] }> {
  const put = await loadWhere(client, entity, 'id', ids)
  const found = new Set(put.map(({ id }) => id))
  return { put, gone: ids.filter((id) => !found.has(id)) }
}

/**
 * The rows named by these events as a visitor may read them now; ids that return nothing are gone. Articles bring
 * their author's name and their redirects, which became readable with them and have no event of their own. Throws a
 * BackendError.
 */
export async function loadChanged(client: PublicClient, events: Iterable<ContentEvent>): Promise<Changes> {
  const changes: Changes = {}
  const load = async <E extends Entity>(entity: E, ids: readonly string[]) => {
    changes[entity] = (await loadChange(client, entity, ids)) as Changes[E]
  }
  const ofEntity = Map.groupBy(events, ({ entity }) => entity)
  await Promise.all(
    [...ofEntity].map(async ([entity, own]) => {
      if (isEntity(entity)) await load(entity, [...new Set(own.map(({ entity_id }) => entity_id))])
    }),
  )
  const articles = changes.articles?.put ?? []
  if (articles.length > 0) {
    const writers = [...new Set(articles.map(({ author_id }) => author_id).filter((id) => id !== null))]
    const ids = articles.map(({ id }) => id)
    const [profiles, redirects] = await Promise.all([
      loadWhere(client, 'profiles', 'id', writers),
      loadWhere(client, 'slug_redirects', 'article_id', ids),
    ])
    changes.profiles = merge(changes.profiles, profiles)
    changes.slug_redirects = merge(changes.slug_redirects, redirects)
  }
  return changes
}

/** Adds rows that were read later; they count as present. */
function merge<T extends { id: string }>(
  change: { put: T[]; gone: string[] } | undefined,
  later: T[],
): { put: T[]; gone: string[] } {
  const found = new Set(later.map(({ id }) => id))
  return {
    put: [...(change?.put ?? []).filter(({ id }) => !found.has(id)), ...later],
    gone: (change?.gone ?? []).filter((id) => !found.has(id)),
  }
}
