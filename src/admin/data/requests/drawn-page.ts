import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { serverClock } from '../../../backend/server-clock.ts'
import type { PlannedChange } from '../../../domain/newsroom/prediction.ts'
import { fetchDrawnPage } from './prediction.ts'
import { optionalRowQuery } from './queries.ts'

/** The story published last; null where there is none. */
export const newestStoryQuery = optionalRowQuery(
  ['articles', 'newest published'],
  z.object({ slug: z.string() }),
  () =>
    adminClient()
      .from('articles')
      .select('slug')
      .eq('status', 'published')
      .is('deleted_at', null)
      .lte('published_at', serverClock.now().toISOString())
      .order('published_at', { ascending: false })
      .limit(1),
)

/** A page as it would be after a change, drawn by the publisher; null where none answers. `asKey`: the change as text. */
export function drawnPageQuery(asKey: string, path: string) {
  return queryOptions({
    queryKey: ['pages', 'drawn', path, asKey],
    queryFn: ({ signal }) =>
      fetchDrawnPage([JSON.parse(asKey) as PlannedChange], path, { dates: {}, at: null }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}
