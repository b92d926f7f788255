import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { mediaSchema, mediaType } from '../../../domain/media.ts'
import { mediaPath } from '../../../domain/media-address.ts'
import { parseRow } from '../../data/postgrest.ts'

/** The file of the media library that a picture's address names; null for pictures from elsewhere. */
export function mediaAtQuery(url: string) {
  const path = mediaPath(url)
  return queryOptions({
    queryKey: ['media', 'at', path],
    queryFn: async ({ signal }) =>
      parseRow(
        z.nullable(mediaSchema),
        await adminClient()
          .from('media')
          .select(mediaType.select)
          .eq('storage_path', path ?? '')
          .abortSignal(signal)
          .maybeSingle(),
      ),
    enabled: path !== null,
  })
}

const proposalSchema = z.nullable(z.pick(mediaType.row, { focus: true }))

/** The focus that the publisher proposes for a picture; null where it has not or does not run. */
export function focusProposalQuery(mediaId: string) {
  return queryOptions({
    queryKey: ['media', 'focus-proposal', mediaId],
    queryFn: async ({ signal }) => {
      const answer = await adminClient()
        .from('media_focus_proposals')
        .select('focus')
        .eq('media_id', mediaId)
        .abortSignal(signal)
        .maybeSingle()
      return parseRow(proposalSchema, answer)?.focus ?? null
    },
    staleTime: 0,
  })
}
