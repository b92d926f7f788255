import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema, timestampSchema } from '../../../../domain/rows/row.ts'
import {
  type PublishStatus,
  type StatusText,
  describePublish,
} from '../../../story/publishing/describe-publish.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { rowsQuery } from '../../../data/requests/queries.ts'
import { fetchTitles } from './fetch-titles.ts'

const buildSchema = z.object({
  id: z.number(),
  /** 'cut short': it has never ended, since its publisher did, and a later build carried out its events. */
  status: z.enum(['running', 'live', 'failed', 'cut short']),
  kind: z.enum(['full', 'publish', 'catch-up']),
  started_at: timestampSchema,
  duration_ms: z.nullable(z.number()),
  pages_rendered: z.nullable(z.number()),
  pages_removed: z.nullable(z.number()),
  error: z.nullable(z.string()),
  /** What readers get of it at the public address; null when that is not asked. */
  readers: z.nullable(z.enum(['asking', 'seen', 'old', 'unreachable'])),
})
export type Build = z.infer<typeof buildSchema>

const MAX_BUILDS = 5
const REFRESH_MS = 5000

/** The last builds of the site, newest first; polled while the dashboard is open. */
export const buildsQuery = queryOptions({
  ...rowsQuery(['builds', 'latest'], buildSchema, () =>
    adminClient()
      .from('builds')
      .select('id, status, kind, started_at, duration_ms, pages_rendered, pages_removed, error, readers')
      .order('started_at', { ascending: false })
      .limit(MAX_BUILDS),
  ),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
})

const eventSchema = z.object({
  build_id: z.number(),
  entity: z.enum(['articles', 'pages']),
  entity_id: idSchema,
})

/** Loaded events, newest first: a build of the whole site, which needs no titles, must not push out later ones. */
const MAX_EVENTS = 60

/** The titles of the articles and pages that caused each of these builds, by the id of the build. */
export function builtTitlesQuery(builds: readonly number[]) {
  return queryOptions({
    queryKey: ['builds', 'titles', builds],
    queryFn: async ({ signal }): Promise<Record<number, string[]>> => {
      const events = parseRows(
        eventSchema,
        await adminClient()
          .from('publish_outbox')
          .select('build_id, entity, entity_id')
          .in('build_id', [...builds])
          .in('entity', ['articles', 'pages'])
          .order('id', { ascending: false })
          .limit(MAX_EVENTS)
          .abortSignal(signal),
      )
      const titles = await fetchTitles(events, signal)
      const found: Record<number, string[]> = {}
      for (const { build_id, entity_id } of events) {
        const title = titles.get(entity_id)
        const list = (found[build_id] ??= [])
        if (title !== undefined && !list.includes(title)) list.push(title)
      }
      return found
    },
    placeholderData: keepPreviousData,
  })
}

const KINDS: Readonly<Record<Build['kind'], string>> = {
  full: 'Whole site',
  publish: 'Publish',
  'catch-up': 'Catch-up',
}

/** Publishing, live with its duration, failed or cut short; or that readers do not see it. */
export function buildState(build: Build): StatusText {
  const status = publishStatus(build)
  return describePublish(status, status === 'live' ? build.duration_ms : null)
}

function publishStatus({ status, readers }: Build): PublishStatus {
  if (status === 'running') return 'publishing'
  if (status !== 'live') return status
  if (readers === 'asking') return 'unconfirmed'
  if (readers === 'unreachable') return 'delivered'
  return readers === 'old' ? 'old' : 'live'
}

/** 'Publish · 5 pages, 1 removed'. */
export function buildExtent({ kind, pages_rendered, pages_removed }: Build): string {
  const pages = pages_rendered === null ? '' : `${pages_rendered} ${pages_rendered === 1 ? 'page' : 'pages'}`
  const removed = pages_removed ? `${pages_removed} removed` : ''
  const extent = [pages, removed].filter(Boolean).join(', ')
  return [KINDS[kind], extent].filter(Boolean).join(' · ')
}

/** '“Meant to be grey”', '“Meant to be grey” and “The green room, kept”', or the first with how many more there are. */
export function buildSubjects(titles: readonly string[]): string {
  const [first = '', second = ''] = titles.map((title) => `“${title}”`)
  if (titles.length < 2) return first
  return titles.length === 2 ? `${first} and ${second}` : `${first} and ${titles.length - 1} more`
}
