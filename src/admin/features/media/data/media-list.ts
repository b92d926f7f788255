import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { likePattern, orIlike } from '../../../../domain/query.ts'
import { unwrapCount, unwrap, parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'
import { MEDIA_PAGE_SIZE, type MediaQuery } from '../media-search.ts'
import { MEDIA_FILE_COLUMNS, mediaFileSchema, type MediaFile } from './media-file.ts'

export interface MediaPage {
  rows: MediaFile[]
  /** Of all pages. */
  total: number
}

/** One page of the library, searched, filtered and sorted by the server. */
export function mediaListQuery(query: MediaQuery) {
  return queryOptions({
    queryKey: keys.media.list(query),
    queryFn: async ({ signal }): Promise<MediaPage> => {
      const first = (query.page - 1) * MEDIA_PAGE_SIZE
      const answer = await filtered(query)
        .order(query.sort, { ascending: query.dir === 'asc' })
        .order('id')
        .range(first, first + MEDIA_PAGE_SIZE - 1)
        .abortSignal(signal)
      return { rows: parseRows(mediaFileSchema, answer), total: unwrapCount(answer) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

function filtered({ filter, text }: MediaQuery) {
  let rows = adminClient().from('media').select(MEDIA_FILE_COLUMNS, { count: 'exact' })
  if (filter === 'images') rows = rows.like('mime_type', 'image/%')
  if (filter === 'videos') rows = rows.like('mime_type', 'video/%')
  if (filter === 'documents') rows = rows.not('mime_type', 'match', '^(image|video|audio)/')
  return text === '' ? rows : rows.or(orIlike(['original_filename', 'alt_text', 'caption'], text))
}

const totalsSchema = z.array(z.object({ files: z.number(), bytes: z.number() }))

/** How many files the search and filter find and their bytes together, counted by the server. */
export function mediaTotalsQuery({ filter, text }: Pick<MediaQuery, 'filter' | 'text'>) {
  return queryOptions({
    queryKey: keys.media.totals({ filter, text }),
    queryFn: async ({ signal }) => {
      const [totals] = totalsSchema.parse(
        unwrap(
          await adminClient()
            .rpc('media_totals', { p_kind: filter, p_pattern: text === '' ? '%' : likePattern(text) })
            .abortSignal(signal),
        ),
      )
      return totals ?? { files: 0, bytes: 0 }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
