import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { MEDIA_BUCKET } from '../../../../domain/media/media-address.ts'
import { mediaKind, mediaSchema, mediaType } from '../../../../domain/media/media.ts'
import type { Role } from '../../../../domain/people/role.ts'
import type { SearchWords } from '../../../../domain/text/text-search.ts'
import { deleteWithFiles } from '../../../data/files/orphaned-files.ts'
import { fetchIds, fetchPage } from '../../../data/requests/paged-query.ts'
import { parseRows, unwrap } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS, rowQuery, rowsQuery } from '../../../data/requests/queries.ts'
import { type LibraryTable, libraryFor, rowsWith, wordsFor } from '../../../data/requests/text-search.ts'
import type { MediaQuery } from '../media-search.ts'

const COLUMNS = `${mediaType.select}, uploader:profiles!media_uploaded_by_fkey(full_name, email)`

/** `uploader` is null for those who may not read profiles. */
const fileSchema = z.extend(mediaSchema, {
  uploader: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type MediaFile = z.infer<typeof fileSchema>

export function mediaListQuery(query: MediaQuery, role: Role) {
  const table = libraryFor(role)
  return queryOptions({
    queryKey: ['media', table, query],
    queryFn: async ({ signal }) => {
      const words = await wordsFor(table, query.text, signal)
      const request = () => filteredMedia(table, words, query)
      return fetchPage({ query, schema: fileSchema, pageSize: 48, request }, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: JUST_LOADED_MS,
  })
}

/** How long before its end the right to a file counts as ending; media_totals has the same. */
const ENDING_MS = 30 * 24 * 60 * 60_000

/** The ids of the files that the search and the filter find, as fetchIds says. */
export async function fetchMediaIds(query: MediaQuery): Promise<string[]> {
  const words = await wordsFor('media', query.text)
  return fetchIds({ query, request: () => filteredMedia('media', words, query, 'id') })
}

/** Ids in one request, whose address contains them. */
const IDS_OF_REQUEST = 100

/** The pictures among these files, in the order of the ids. Rejects with a BackendError. */
export async function fetchPictures(ids: readonly string[], signal: AbortSignal): Promise<MediaFile[]> {
  const found = new Map<string, MediaFile>()
  for (let at = 0; at < ids.length; at += IDS_OF_REQUEST) {
    const part = ids.slice(at, at + IDS_OF_REQUEST)
    const answer = await adminClient().from('media').select(COLUMNS).in('id', part).abortSignal(signal)
    for (const file of parseRows(fileSchema, answer)) found.set(file.id, file)
  }
  return ids.flatMap((id) => {
    const file = found.get(id)
    return file !== undefined && mediaKind(file.mime_type) === 'image' ? [file] : []
  })
}

function filteredMedia(
  table: LibraryTable,
  words: SearchWords,
  { filter, uploader }: MediaQuery,
  columns = COLUMNS,
) {
  let rows = rowsWith(words, table, columns, { count: 'exact' })
  if (uploader !== undefined) rows = rows.filter('uploaded_by', 'eq', uploader)
  if (filter === 'images') rows = rows.like('mime_type', 'image/%')
  if (filter === 'videos') rows = rows.like('mime_type', 'video/%')
  if (filter === 'documents') {
    const others = ['image', 'video', 'audio'].map((kind) => `mime_type.not.like.${kind}/%`)
    rows = rows.or(`and(${others.join()})`)
  }
  const now = serverClock.now()
  if (filter === 'ended') rows = rows.lte('usable_until', now.toISOString())
  if (filter === 'ending') {
    rows = rows
      .gt('usable_until', now.toISOString())
      .lte('usable_until', new Date(now.getTime() + ENDING_MS).toISOString())
  }
  if (filter === 'uncredited') rows = rows.like('mime_type', 'image/%').is('credit', null)
  if (filter === 'undescribed') rows = rows.like('mime_type', 'image/%').or('alt_text.is.null,alt_text.eq.')
  return rows
}

const totalsSchema = z.array(z.object({ files: z.number(), bytes: z.number() }))

/** How many files the search and filter find and their bytes together, counted by the server. */
export function mediaTotalsQuery(
  { filter, uploader, text }: Pick<MediaQuery, 'filter' | 'uploader' | 'text'>,
  role: Role,
) {
  const table = libraryFor(role)
  return queryOptions({
    queryKey: ['media', 'totals', table, { filter, uploader, text }],
    queryFn: async ({ signal }) => {
      const p_words = await wordsFor(table, text, signal)
      const [totals] = totalsSchema.parse(
        unwrap(
          await adminClient()
            .rpc('media_totals', { p_kind: filter, p_words, p_uploader: uploader ?? null })
            .abortSignal(signal),
        ),
      )
      return totals ?? { files: 0, bytes: 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: JUST_LOADED_MS,
  })
}

/** One file. Rejects with a BackendError 'not-found' when it is gone. */
export function mediaFileQuery(id: string, role: Role) {
  const table = libraryFor(role)
  return rowQuery(['media', 'one', table, id], fileSchema, () => rowsWith([], table, COLUMNS).eq('id', id))
}

interface MediaDeletion {
  file: Pick<MediaFile, 'id' | 'storage_path' | 'thumbnail_path'>
  /** Set when the person has seen where it is used. */
  evenIfUsed: boolean
}

const pathsSchema = z.array(z.string())

/**
 * Deletes a file with its thumbnail: the row first, then what is stored. Rejects with a BackendError, 'conflict' when
 * the file is in use and `evenIfUsed` is not set.
 */
export async function deleteMedia(userId: string, { file, evenIfUsed }: MediaDeletion): Promise<void> {
  const paths = [file.storage_path, file.thumbnail_path].filter((path) => path !== null)
  await deleteWithFiles({ userId, bucket: MEDIA_BUCKET, paths }, async () =>
    pathsSchema.parse(
      unwrap(await adminClient().rpc('delete_media', { p_media: file.id, p_even_if_used: evenIfUsed })),
    ),
  )
}

const usageSchema = z.object({
  kind: z.enum([
    'article',
    'page',
    'template',
    'author',
    'front',
    'letter',
    'category',
    'redirect',
    'site',
    'branding',
  ]),
  id: z.string(),
  title: z.string(),
  /** Of an article or page; 'trash' for a deleted article. */
  status: z.nullable(z.string()),
  /** The parts that name the file: 'featured image', 'gallery', 'text' … */
  places: z.array(z.string()),
})
export type MediaUse = z.infer<typeof usageSchema>

/** Where a file is used, as far as this person may see; always fetched anew. */
export function mediaUsageQuery(id: string) {
  const request = () => adminClient().rpc('media_usage', { p_media: id })
  return rowsQuery(['media', 'usage', id], usageSchema, request, { staleTime: 0 })
}
