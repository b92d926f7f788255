import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../backend/admin-client.ts'
import { type Media, mediaSchema, mediaType } from '../../../domain/media.ts'
import { orIlike } from '../../../domain/query.ts'
import { parseRows } from '../../data/postgrest.ts'

export const PAGE_SIZE = 24

/** The pictures of the media library, newest first, 24 a page; `search` is looked for in names and alt texts. */
export function imagesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['media', 'images', search],
    queryFn: async ({ pageParam, signal }): Promise<Media[]> => {
      const images = adminClient().from('media').select(mediaType.select).like('mime_type', 'image/%')
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
