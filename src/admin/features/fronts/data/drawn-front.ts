import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { articleSchema } from '../../../../domain/story/article.ts'
import { type FrontBlock, hasStories } from '../../../../domain/sections/front.ts'
import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { fetchDrawnPage } from '../../../data/requests/prediction.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { blocksAt } from '../../../story/blocks/edit-blocks.ts'

/**
 * The page with these blocks as it will be at a time (ISO; null: now), drawn by the publisher; null when there is none.
 * Stories that are scheduled for before are out then. `asKey`: the blocks as text.
 */
export function drawnPageQuery(asKey: string, path: string, at: string | null) {
  return queryOptions({
    queryKey: ['front_versions', 'drawn', path, at, asKey],
    queryFn: async ({ signal }): Promise<string | null> => {
      const now = serverClock.now().getTime()
      const blocks = blocksAt(JSON.parse(asKey) as FrontBlock[], at === null ? now : Date.parse(at))
      const untimed = blocks.map((block) =>
        hasStories(block)
          ? { ...block, items: block.items.map((item) => ({ ...item, from: null, until: null })) }
          : block,
      )
      // A prepared version that goes live at this time is not the one to be shown.
      const moment = at === null ? null : new Date(Date.parse(at) + 1).toISOString()
      const coming = at === null ? [] : await scheduledUntil(at, signal)
      const changes: PlannedChange[] = [
        // In their order: the last is the newest.
        ...coming.map(({ id }, index): PlannedChange => ({
          table: 'articles',
          id,
          row: { published_at: new Date(now - 60_000 + index * 1_000).toISOString() },
        })),
        {
          ...{ table: 'front_versions', id: null },
          row: { page: path, blocks: untimed, ...(moment === null ? {} : { live_from: moment }) },
        },
      ]
      const dates = Object.fromEntries(coming.map(({ id, published_at }) => [id, published_at ?? '']))
      const html = await fetchDrawnPage(changes, path, { dates, at: moment }, signal)
      return html === null ? null : withoutScripts(html)
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

/** A page as it is shown where no script runs. */
function withoutScripts(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const script of page.querySelectorAll('script')) script.remove()
  for (const field of page.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
  return `<!doctype html>${page.documentElement.outerHTML}`
}

/** Scheduled stories considered at most when the front of a later moment is shown. */
const MAX_COMING = 50

const comingSchema = z.pick(articleSchema, { id: true, published_at: true })

async function scheduledUntil(at: string, signal: AbortSignal): Promise<z.infer<typeof comingSchema>[]> {
  const request = adminClient()
    .from('articles')
    .select(selectOf(comingSchema))
    .eq('status', 'published')
    .is('deleted_at', null)
    .gt('published_at', serverClock.now().toISOString())
    .lte('published_at', at)
    .order('published_at')
    .limit(MAX_COMING)
  return parseRows(comingSchema, await request.abortSignal(signal))
}
