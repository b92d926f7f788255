import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../backend/admin-client.ts'
import { mediaSchema, mediaType, type Media } from '../../../domain/media.ts'
import { orIlike } from '../../../domain/query.ts'
import { parseRows } from '../../data/postgrest.ts'
import { keys } from '../../data/keys.ts'

export const IMAGES_A_PAGE = 24

/** The pictures of the media library, newest first, 24 a page; `search` is looked for in names and alt texts. */
export function imagesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: keys.media.images({ search }),
    queryFn: async ({ pageParam, signal }): Promise<Media[]> => {
      const images = adminClient().from('media').select(mediaType.select).like('mime_type', 'image/%')
      const found = search === '' ? images : images.or(orIlike(['original_filename', 'alt_text'], search))
      return parseRows(
        mediaSchema,
        await found
          .order('created_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + IMAGES_A_PAGE - 1)
          .abortSignal(signal),
      )
    },
    initialPageParam: 0,
    getNextPageParam: (page, _, first) => (page.length < IMAGES_A_PAGE ? null : first + IMAGES_A_PAGE),
    staleTime: 0,
  })
}
