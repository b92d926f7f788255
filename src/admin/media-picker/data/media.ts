import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import type { ColumnsOf } from '../../../domain/content-type.ts'
import { mediaPath } from '../../../domain/media-address.ts'
import { mediaSchema, mediaType } from '../../../domain/media.ts'
import { orIlike } from '../../../domain/query.ts'
import { useEntityMutation } from '../../data/entity-mutation.ts'
import { expectChanged, parseRows } from '../../data/postgrest.ts'
import { optionalRowQuery } from '../../data/queries.ts'

const media = () => adminClient().from('media')

const PAGE_SIZE = 24

/** The pictures of the media library, newest first, 24 a page; `search` is looked for in names and alt texts. */
export function imagesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'images', search],
    queryFn: async ({ pageParam, signal }) => {
      const images = media().select(mediaType.select).like('mime_type', 'image/%')
      const found = search === '' ? images : images.or(orIlike(['original_filename', 'alt_text'], search))
      return parseRows(
        mediaSchema,
        await found
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE_SIZE - 1)
          .abortSignal(signal),
      )
    },
    initialPageParam: 0,
    getNextPageParam: (page, _, first) => (page.length < PAGE_SIZE ? null : first + PAGE_SIZE),
    staleTime: 0,
  })
}

/** The file of the media library that a picture's address names; null for pictures from elsewhere. */
export function mediaAtQuery(url: string) {
  const path = mediaPath(url)
  return optionalRowQuery(
    ['media', 'at', path],
    mediaSchema,
    () =>
      media()
        .select(mediaType.select)
        .eq('storage_path', path ?? ''),
    { enabled: path !== null },
  )
}

/** The focus that the publisher proposes for a picture; null where it has not or does not run. */
export function focusProposalQuery(mediaId: string) {
  return optionalRowQuery(
    ['media', 'focus-proposal', mediaId],
    z.pick(mediaType.row, { focus: true }),
    () => adminClient().from('media_focus_proposals').select('focus').eq('media_id', mediaId),
    { staleTime: 0 },
  )
}

type MediaColumns = Partial<ColumnsOf<typeof mediaType.fields>>

/** Saves columns of a file in the media library. Rejects with a BackendError. */
export async function saveMedia(id: string, columns: MediaColumns): Promise<void> {
  expectChanged(
    await media().update(columns).eq('id', id).select('id'),
    'You are not allowed to change this file',
  )
}

export const useSaveMedia = () =>
  useEntityMutation(['media'], ({ id, columns }: { id: string; columns: MediaColumns }) =>
    saveMedia(id, columns),
  )
