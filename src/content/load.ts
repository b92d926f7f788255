import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { PublicClient } from '../backend/client.ts'
import { BackendError, toBackendError } from '../backend/errors.ts'
import { isBusy } from '../backend/server-state.ts'
import { mediaPath } from '../domain/media/media-address.ts'
import type { Content } from './content.ts'
import { frontPictures, pictureUrlsOfLetter, shownPictureUrls, textPictures } from './pictures/pictures.ts'
import {
  type Changes,
  type Entity,
  type SkippedRow,
  type ReportSkipped,
  type Row,
  type RowChanges,
  type ArticleRow,
  columnsOf,
  ENTITIES,
  isEntity,
  parseRows,
} from './rows.ts'

const stampSchema = z.array(
  z.object({
    id: z.string(),
    updated_at: z.pipe(
      z.string(),
      z.transform((value) => new Date(value).toISOString()),
    ),
    article_tags: z.array(z.object({ tag_id: z.string() })),
    withdrawn_files: z.array(z.string()),
  }),
)

/** Rows in one request: hosted projects answer with no more than this. */
const PAGE_SIZE = 1_000

/** Values in one request, and the characters they may take in its address, which may have about 8,000. */
const VALUES_PER_REQUEST = 100
const CHARACTERS_PER_REQUEST = 7_000

/** An event of the publish outbox. */
export interface ContentEvent {
  entity: string
  entity_id: string
}

type ReadFunction = 'get_public_author_profiles' | 'get_live_fronts' | 'get_branding' | 'get_letters'

/** The functions through which visitors read tables that they may not read otherwise. */
const READ_BY: Partial<Record<Entity, ReadFunction>> = {
  author_profiles: 'get_public_author_profiles',
  front_versions: 'get_live_fronts',
  branding: 'get_branding',
  letters: 'get_letters',
}

function query(client: PublicClient, entity: Entity, columns = columnsOf(entity)) {
  const read = READ_BY[entity]
  return read === undefined
    ? client.from(entity).select(columns)
    : client.rpc(read, {}, { get: true }).select(columns)
}

async function fetchRows(
  request: PromiseLike<{ data: unknown; error: unknown; status: number }>,
): Promise<unknown[]> {
  const { data, error, status } = await request
  if (error) throw toBackendError(error, status)
  // The client reports an answer without a body as no error: all rows would seem to be gone.
  if (!Array.isArray(data)) throw new BackendError('network', null, 'The answer of the backend is empty')
  return data
}

function idOf(row: unknown): string | number | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null
  return typeof row.id === 'string' || typeof row.id === 'number' ? row.id : null
}

const NOT_SENT = 'the database does not send it'

/**
 * The rows with these ids. When the backend cannot send them, each half of the ids is read by itself, and so on: a row
 * that it cannot send even alone is skipped.
 */
async function rowsWithIds(
  client: PublicClient,
  entity: Entity,
  ids: readonly string[],
  reportSkipped: ReportSkipped,
): Promise<unknown[]> {
  const read = (columns?: string) => fetchRows(query(client, entity, columns).in('id', ids))
  try {
    return await read()
  } catch (error) {
    const failure = toBackendError(error)
    if (failure.kind !== 'unknown') throw error
    // Throws when the reason is not in the rows.
    const present = (await read('id')).map(idOf).filter((id) => id !== null)
    // A row that took too long has no fault: it is not left out.
    if (present.length <= 1 && isBusy(failure)) throw failure
    if (present.length <= 1) {
      for (const id of present) reportSkipped({ entity, id: String(id), reason: NOT_SENT })
      return []
    }
    const middle = Math.ceil(ids.length / 2)
    const first = await rowsWithIds(client, entity, ids.slice(0, middle), reportSkipped)
    return [...first, ...(await rowsWithIds(client, entity, ids.slice(middle), reportSkipped))]
  }
}

/** Gets rows of one table, in parts of at most `PAGE_SIZE`. */
export type OnRows = <E extends Entity>(entity: E, rows: Row<E>[]) => void

/** Pages through a table by id, so that concurrent writes never shift a page. */
async function loadTable<E extends Entity>(
  client: PublicClient,
  entity: E,
  onRows: OnRows,
  reportSkipped: ReportSkipped,
): Promise<void> {
  type Id = string | number | null
  const page = (after: Id, columns?: string) => {
    const first = query(client, entity, columns).order('id').limit(PAGE_SIZE)
    return fetchRows(after === null ? first : first.gt('id', after))
  }
  const read = async (after: Id): Promise<{ rows: unknown[]; last: Id }> => {
    try {
      const rows = await page(after)
      return { rows, last: idOf(rows.at(-1)) }
    } catch (error) {
      if (toBackendError(error).kind !== 'unknown') throw error
      const ids = (await page(after, 'id')).map(idOf).filter((id) => id !== null)
      const rows = await rowsWhere(client, entity, 'id', ids.map(String), reportSkipped)
      return { rows, last: ids.at(-1) ?? null }
    }
  }
  let next = read(null)
  for (;;) {
    const { rows, last } = await next
    // A server may return fewer rows than requested: only an empty page is the end.
    if (last === null) return
    // While the backend reads these, the ones before them are parsed.
    next = read(last)
    onRows(entity, parseRows(entity, rows, reportSkipped))
  }
}

const warn = ({ entity, id, reason }: SkippedRow) =>
  console.warn(`content: ${entity} ${id} is left out: ${reason}`)

/** Loads all public rows. `reportSkipped` gets the rows that cannot be published. Throws a BackendError. */
export async function loadRows(
  client: PublicClient,
  onRows: OnRows,
  reportSkipped: ReportSkipped = warn,
): Promise<void> {
  await Promise.all(ENTITIES.map((entity) => loadTable(client, entity, onRows, reportSkipped)))
}

/** The rows in which `column` has one of these values. */
async function rowsWhere(
  client: PublicClient,
  entity: Entity,
  column: string,
  values: readonly string[],
  reportSkipped: ReportSkipped,
): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const some of requestsFor(values)) {
    const found =
      column === 'id'
        ? await rowsWithIds(client, entity, some, reportSkipped)
        : await fetchRows(query(client, entity).in(column, some))
    rows.push(...found)
  }
  return rows
}

/** The values of each request. */
function requestsFor(values: readonly string[]): string[][] {
  const requests: string[][] = []
  let characters = 0
  for (const value of values) {
    const own = encodeURIComponent(`,${value}`).length
    const last = requests.at(-1)
    if (last && last.length < VALUES_PER_REQUEST && characters + own <= CHARACTERS_PER_REQUEST)
      last.push(value)
    else {
      requests.push([value])
      characters = 0
    }
    characters += own
  }
  return requests
}

/** Reads the rows of a table, with `where` only those in which the column has one of the values. */
type ReadRows = <E extends Entity>(entity: E, where?: Where) => Promise<Row<E>[]>

interface Where {
  column: string
  values: readonly string[]
}

function readFrom(client: PublicClient, reportSkipped: ReportSkipped): ReadRows {
  return async (entity, where) => {
    const rows =
      where === undefined
        ? await fetchRows(query(client, entity))
        : await rowsWhere(client, entity, where.column, where.values, reportSkipped)
    return parseRows(entity, rows, reportSkipped)
  }
}

/** The existing rows among these ids; the other ids are gone. */
async function readChange<E extends Entity>(
  read: ReadRows,
  entity: E,
  ids: readonly string[],
): Promise<RowChanges<Row<E>>> {
  const put = await read(entity, { column: 'id', values: ids })
  const found = new Set(put.map(({ id }) => id))
  return { put, gone: ids.filter((id) => !found.has(id)) }
}

/**
 * The rows named by these events, as a visitor may read them now; an id without a row counts as deleted. Rows that become
 * readable together with these and have no event of their own are loaded too: of an article its author's name, its
 * redirects and the fronts, which show a chosen story once it is out; of every row the media files it names.
 * `reportSkipped` gets rows that cannot be published; they count as deleted. Throws a BackendError.
 */
export async function loadChanged(
  client: PublicClient,
  events: Iterable<ContentEvent>,
  reportSkipped: ReportSkipped = warn,
): Promise<Changes> {
  return readChanged(readFrom(client, reportSkipped), events)
}

/** The same, of rows that the backend has returned together with the events. */
export async function changesAmong(
  tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>,
  events: Iterable<ContentEvent>,
  reportSkipped: ReportSkipped,
): Promise<Changes> {
  return readChanged(async (entity, where) => {
    const isWanted = (row: Readonly<Record<string, unknown>>) =>
      where === undefined || where.values.includes(String(row[where.column]))
    const rows = tables[entity]?.filter(isWanted) ?? []
    return parseRows(entity, rows, reportSkipped)
  }, events)
}

async function readChanged(read: ReadRows, events: Iterable<ContentEvent>): Promise<Changes> {
  const changes: Changes = {}
  const load = async <E extends Entity>(entity: E, ids: readonly string[]) => {
    changes[entity] = (await readChange(read, entity, ids)) as Changes[E]
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
    const [profiles, redirects, fronts] = await Promise.all([
      read('profiles', { column: 'id', values: writers }),
      read('slug_redirects', { column: 'article_id', values: ids }),
      read('front_versions'),
    ])
    changes.profiles = merge(changes.profiles, profiles)
    changes.slug_redirects = merge(changes.slug_redirects, redirects)
    changes.front_versions = merge(changes.front_versions, fronts)
  }
  const paths = shownMediaPaths(changes)
  if (paths.length > 0)
    changes.media = merge(changes.media, await read('media', { column: 'storage_path', values: paths }))
  return changes
}

/** The storage paths of the pictures that rows show. */
function shownMediaPaths({
  articles,
  pages,
  author_profiles,
  front_versions,
  letters,
  site_settings,
}: Changes): string[] {
  const urls = [
    ...[...(articles?.put ?? []), ...(pages?.put ?? [])].flatMap(shownPictureUrls),
    ...(author_profiles?.put ?? []).map(({ image_url }) => image_url),
    ...(front_versions?.put ?? []).flatMap(frontPictures),
    ...(letters?.put ?? []).flatMap(pictureUrlsOfLetter),
    ...(site_settings?.put ?? []).flatMap(textPictures),
  ]
  const paths = urls.map((url) => (url === null ? null : mediaPath(url)))
  return [...new Set(paths)].filter((path) => path !== null)
}

/**
 * What has changed in the backend since `stored`, whatever its outbox says. Of articles only the time of the last change
 * and the tags are compared before they are read. `reportSkipped` gets rows that cannot be published; they count as
 * gone. Throws a BackendError.
 */
export async function loadDifferences(
  client: PublicClient,
  stored: Content,
  reportSkipped: ReportSkipped = warn,
): Promise<Changes> {
  const changes: Changes = {}
  const compare = async <E extends Entity>(entity: E) => {
    const put: Row<E>[] = []
    await loadTable(client, entity, (_, rows) => put.push(...(rows as unknown as Row<E>[])), reportSkipped)
    const found = new Set(put.map(({ id }) => id))
    changes[entity] = { put, gone: stored.idsOf(entity).filter((id) => !found.has(id)) } as Changes[E]
  }
  await Promise.all(ENTITIES.filter((entity) => entity !== 'articles').map(compare))

  const changed: string[] = []
  const found = new Set<string>()
  for (let last: string | null = ''; last !== null;) {
    const request = client.from('articles').select('id, updated_at, article_tags(tag_id), withdrawn_files')
    const page = stampSchema.parse(
      await fetchRows((last === '' ? request : request.gt('id', last)).order('id').limit(PAGE_SIZE)),
    )
    for (const { id, updated_at, article_tags, withdrawn_files } of page) {
      found.add(id)
      const row = stored.articleRow(id)
      const tags = article_tags.map(({ tag_id }) => tag_id).sort()
      const stamp = { updated_at, tag_ids: tags, withdrawn_files }
      if (row === null || !isDeepStrictEqual(stampOf(row), stamp)) changed.push(id)
    }
    last = page.at(-1)?.id ?? null
  }
  const articles = await readChange(readFrom(client, reportSkipped), 'articles', changed)
  const gone = stored.idsOf('articles').filter((id) => !found.has(id))
  changes.articles = { put: articles.put, gone: [...articles.gone, ...gone] }
  return changes
}

/** What is compared of an article before it is read. */
const stampOf = ({ updated_at, tag_ids, withdrawn_files }: ArticleRow) => ({
  updated_at,
  tag_ids,
  withdrawn_files,
})

/** Adds rows that were read later; they count as present. */
function merge<T extends { id: string }>(change: RowChanges<T> | undefined, later: T[]): RowChanges<T> {
  const found = new Set(later.map(({ id }) => id))
  return {
    put: [...(change?.put ?? []).filter(({ id }) => !found.has(id)), ...later],
    gone: (change?.gone ?? []).filter((id) => !found.has(id)),
  }
}
