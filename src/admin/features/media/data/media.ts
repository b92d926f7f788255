import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { MEDIA_BUCKET } from '../../../../domain/media-address.ts'
import { mediaSchema, mediaType } from '../../../../domain/media.ts'
import { deleteWithFiles } from '../../../data/orphaned-files.ts'
import { pagedQuery } from '../../../data/paged-query.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { JUST_LOADED_MS, rowQuery, rowsQuery } from '../../../data/queries.ts'
import { wordsFor } from '../../../data/text-search.ts'
import type { MediaQuery } from '../media-search.ts'

const COLUMNS = `${mediaType.select}, uploader:profiles!media_uploaded_by_fkey(full_name, email)`

/** `uploader` is null for those who may not read profiles. */
const fileSchema = z.extend(mediaSchema, {
  uploader: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type MediaFile = z.infer<typeof fileSchema>

export function mediaListQuery(query: MediaQuery) {
  return {
    ...pagedQuery({
      entity: 'media',
      query,
      schema: fileSchema,
      pageSize: 48,
      searched: 'media',
      request: () => filteredMedia(query),
    }),
    staleTime: JUST_LOADED_MS,
  }
}

/** How long before its end the right to a file counts as ending; media_totals has the same. */
const ENDING_MS = 30 * 24 * 60 * 60_000

function filteredMedia({ filter, uploader }: MediaQuery) {
  let rows = adminClient().from('media').select(COLUMNS, { count: 'exact' })
  if (uploader !== undefined) rows = rows.eq('uploaded_by', uploader)
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
  return rows
}

const totalsSchema = z.array(z.object({ files: z.number(), bytes: z.number() }))

/** How many files the search and filter find and their bytes together, counted by the server. */
export function mediaTotalsQuery({
  filter,
  uploader,
  text,
}: Pick<MediaQuery, 'filter' | 'uploader' | 'text'>) {
  return queryOptions({
    queryKey: ['media', 'totals', { filter, uploader, text }],
    queryFn: async ({ signal }) => {
      const p_words = await wordsFor('media', text, signal)
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
export function mediaFileQuery(id: string) {
  return rowQuery(['media', 'one', id], fileSchema, () =>
    adminClient().from('media').select(COLUMNS).eq('id', id),
  )
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
  kind: z.enum(['article', 'page', 'template', 'author', 'category', 'redirect', 'site']),
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
