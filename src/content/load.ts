import type { PublicClient } from '../backend/client.ts'
import { toBackendError } from '../backend/errors.ts'
import { columnsOf, ENTITIES, isEntity, parseRows } from './rows.ts'
import type { Changes, Entity, Row, Rows } from './rows.ts'

/** Rows in one request: hosted projects answer with no more than this. */
const PAGE_SIZE = 1_000

/** Ids in one request: they stand in the address, which may have about 8,000 characters. */
const IDS_PER_REQUEST = 100

/** A change that readers could see, as the publish outbox names it. */
export interface ContentEvent {
  entity: string
  entity_id: string
}

function warn(problem: string): void {
  console.warn(`content: ${problem}`)
}

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

/** Walks a table by id, so that rows written meanwhile never shift a page. */
async function loadTable<E extends Entity>(client: PublicClient, entity: E): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  let last: string | number | null = null
  for (;;) {
    let page = query(client, entity).order('id').limit(PAGE_SIZE)
    if (last !== null) page = page.gt('id', last)
    const data = await answer(page)
    rows.push(...parseRows(entity, data, warn))
    last = idOf(data.at(-1))
    // A server may give fewer rows than it was asked for: only an empty page is the end.
    if (last === null) return rows
  }
}

/** All rows a visitor may read. Throws a BackendError when the backend cannot be read. */
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

/** The rows that are there under these ids; the others are gone. */
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
 * The rows that these events speak of, as a visitor may read them now: an id that no longer comes back is gone. With an
 * article come its author's name and its old addresses, for they may be read since it is out and have no event of
 * their own. Throws a BackendError when the backend cannot be read.
 */
export async function loadChanged(client: PublicClient, events: Iterable<ContentEvent>): Promise<Changes> {
  const ids = new Map<Entity, Set<string>>()
  for (const { entity, entity_id } of events) {
    if (!isEntity(entity)) continue
    const known = ids.get(entity)
    if (known) known.add(entity_id)
    else ids.set(entity, new Set([entity_id]))
  }
  const changes: Changes = {}
  const load = async <E extends Entity>(entity: E) => {
    changes[entity] = (await loadChange(client, entity, [...(ids.get(entity) ?? [])])) as Changes[E]
  }
  await Promise.all([...ids.keys()].map(load))
  const articles = changes.articles?.put ?? []
  if (articles.length > 0) {
    const writers = [...new Set(articles.map(({ author_id }) => author_id).filter((id) => id !== null))]
    const [profiles, redirects] = await Promise.all([
      loadWhere(client, 'profiles', 'id', writers),
      loadWhere(
        client,
        'slug_redirects',
        'article_id',
        articles.map(({ id }) => id),
      ),
    ])
    changes.profiles = merge(changes.profiles, profiles)
    changes.slug_redirects = merge(changes.slug_redirects, redirects)
  }
  return changes
}

/** A change with rows read later: those are put last, and what came back is not gone. */
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
