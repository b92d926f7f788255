import type { PublicClient } from '../backend/client.ts'
import { toBackendError } from '../backend/errors.ts'
import {
  type Changes,
  type Entity,
  type LeftOut,
  type ReportLeftOut,
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

function query(client: PublicClient, entity: Entity, columns = columnsOf(entity)) {
  // Visitors read author profiles through a function only.
  return entity === 'author_profiles'
    ? client.rpc('get_public_author_profiles', {}, { get: true }).select(columns)
    : client.from(entity).select(columns)
}

async function fetchRows(
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

const NOT_SENT = 'the database does not send it'

/**
 * The rows with these ids. When the backend cannot send them, each half of the ids is read by itself, and so on: a row
 * that it cannot send even alone is left out.
 */
async function rowsWithIds(
  client: PublicClient,
  entity: Entity,
  ids: readonly string[],
  reportLeftOut: ReportLeftOut,
): Promise<unknown[]> {
  const read = (columns?: string) => fetchRows(query(client, entity, columns).in('id', ids))
  try {
    return await read()
  } catch (error) {
    if (toBackendError(error).kind !== 'unknown') throw error
    // Throws when the reason is not in the rows.
    const present = (await read('id')).map(idOf).filter((id) => id !== null)
    if (present.length <= 1) {
      for (const id of present) reportLeftOut({ entity, id: String(id), reason: NOT_SENT })
      return []
    }
    const middle = Math.ceil(ids.length / 2)
    const first = await rowsWithIds(client, entity, ids.slice(0, middle), reportLeftOut)
    return [...first, ...(await rowsWithIds(client, entity, ids.slice(middle), reportLeftOut))]
  }
}

/** Pages through a table by id, so that concurrent writes never shift a page. */
async function loadTable<E extends Entity>(
  client: PublicClient,
  entity: E,
  reportLeftOut: ReportLeftOut,
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  let last: string | number | null = null
  const page = (columns?: string) => {
    const first = query(client, entity, columns).order('id').limit(PAGE_SIZE)
    return fetchRows(last === null ? first : first.gt('id', last))
  }
  for (;;) {
    try {
      const data = await page()
      rows.push(...parseRows(entity, data, reportLeftOut))
      last = idOf(data.at(-1))
    } catch (error) {
      if (toBackendError(error).kind !== 'unknown') throw error
      const ids = (await page('id')).map(idOf).filter((id) => id !== null)
      for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
        const some = ids.slice(start, start + IDS_PER_REQUEST).map(String)
        rows.push(...parseRows(entity, await rowsWithIds(client, entity, some, reportLeftOut), reportLeftOut))
      }
      last = ids.at(-1) ?? null
    }
    // A server may return fewer rows than requested: only an empty page is the end.
    if (last === null) return rows
  }
}

const warn = ({ entity, id, reason }: LeftOut) =>
  console.warn(`content: ${entity} ${id} is left out: ${reason}`)

/** All public rows. `reportLeftOut` gets those that cannot be published. Throws a BackendError. */
export async function loadRows(client: PublicClient, reportLeftOut: ReportLeftOut = warn): Promise<Rows> {
  const tables = ENTITIES.map(
    async (entity) => [entity, await loadTable(client, entity, reportLeftOut)] as const,
  )
  return Object.fromEntries(await Promise.all(tables)) as Rows
}

/** The rows in which `column` has one of these values. */
async function loadWhere<E extends Entity>(
  client: PublicClient,
  entity: E,
  column: string,
  values: readonly string[],
  reportLeftOut: ReportLeftOut,
): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let start = 0; start < values.length; start += IDS_PER_REQUEST) {
    const some = values.slice(start, start + IDS_PER_REQUEST)
    const data =
      column === 'id'
        ? await rowsWithIds(client, entity, some, reportLeftOut)
        : await fetchRows(query(client, entity).in(column, some))
    rows.push(...parseRows(entity, data, reportLeftOut))
  }
  return rows
}

/** The existing rows among these ids; the other ids are gone. */
async function loadChange<E extends Entity>(
  client: PublicClient,
  entity: E,
  ids: readonly string[],
  reportLeftOut: ReportLeftOut,
): Promise<{ put: Row<E>[]; gone: string[] }> {
  const put = await loadWhere(client, entity, 'id', ids, reportLeftOut)
  const found = new Set(put.map(({ id }) => id))
  return { put, gone: ids.filter((id) => !found.has(id)) }
}

/**
 * The rows named by these events as a visitor may read them now; ids that return nothing are gone. Articles bring their
 * author's name and their redirects, which became readable with them and have no event of their own. `reportLeftOut`
 * gets those that cannot be published; they count as gone. Throws a BackendError.
 */
export async function loadChanged(
  client: PublicClient,
  events: Iterable<ContentEvent>,
  reportLeftOut: ReportLeftOut = warn,
): Promise<Changes> {
  const changes: Changes = {}
  const load = async <E extends Entity>(entity: E, ids: readonly string[]) => {
    changes[entity] = (await loadChange(client, entity, ids, reportLeftOut)) as Changes[E]
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
      loadWhere(client, 'profiles', 'id', writers, reportLeftOut),
      loadWhere(client, 'slug_redirects', 'article_id', ids, reportLeftOut),
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
