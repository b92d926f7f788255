import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import type { ColumnsOf } from '../../../domain/rows/content-type.ts'
import { type Media, mediaSchema, mediaType } from '../../../domain/media/media.ts'
import { can, canChangeMedia } from '../../../domain/people/role.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { expectChanged, parsePart, unwrap } from '../../data/requests/postgrest.ts'
import { optionalRowQuery } from '../../data/requests/queries.ts'
import { useProfile } from '../../session/use-profile.ts'
import { withWords, wordsFor } from '../../data/requests/text-search.ts'

const media = () => adminClient().from('media')

const PAGE_SIZE = 24

/** The pictures of the media library, newest first, 24 a page, that `search` finds. */
export function imagesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'images', search],
    queryFn: async ({ pageParam, signal }) => {
      const images = media().select(mediaType.select).like('mime_type', 'image/%')
      const found = withWords(images, await wordsFor('media', search, signal))
      return parsePart(
        mediaSchema,
        await found
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE_SIZE - 1)
          .abortSignal(signal),
        PAGE_SIZE,
        () => pageParam + PAGE_SIZE,
      )
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
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

/** Whether readers see a file. */
function isPublishedQuery(mediaId: string) {
  return queryOptions({
    queryKey: ['media', 'is-published', mediaId],
    queryFn: async () =>
      z.boolean().parse(unwrap(await adminClient().rpc('is_media_published', { p_media: mediaId }))),
    staleTime: 0,
  })
}

/**
 * Whether this person may change the texts and the focus of a file: what readers see, only editors change. Undefined as
 * long as it is not known.
 */
export function useMayChangeMedia(file: Media | null | undefined): 'yes' | 'no' | 'published' | undefined {
  const profile = useProfile()
  const isAllowed = file != null && canChangeMedia(profile, file)
  const asksServer = isAllowed && !can(profile.role, 'media.delete')
  const { data, isLoadingError } = useQuery({ ...isPublishedQuery(file?.id ?? ''), enabled: asksServer })
  if (!isAllowed) return 'no'
  // The server refuses what it could not be asked about.
  if (!asksServer || isLoadingError) return 'yes'
  return data === undefined ? undefined : data ? 'published' : 'yes'
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
