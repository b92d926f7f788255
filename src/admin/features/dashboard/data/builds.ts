import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { parseRows } from '../../../data/postgrest.ts'

const buildSchema = z.object({
  id: z.number(),
  status: z.enum(['running', 'live', 'failed']),
  kind: z.enum(['full', 'publish', 'catch-up']),
  started_at: timestampSchema,
  duration_ms: z.nullable(z.number()),
  pages_rendered: z.nullable(z.number()),
  pages_removed: z.nullable(z.number()),
  error: z.nullable(z.string()),
})
export type Build = z.infer<typeof buildSchema>

const MAX_BUILDS = 5
const REFRESH_MS = 5000

/** The last builds of the site, newest first; polled while the dashboard is open. */
export const buildsQuery = queryOptions({
  queryKey: ['builds', 'latest'],
  queryFn: async ({ signal }) =>
    parseRows(
      buildSchema,
      await adminClient()
        .from('builds')
        .select('id, status, kind, started_at, duration_ms, pages_rendered, pages_removed, error')
        .order('started_at', { ascending: false })
        .limit(MAX_BUILDS)
        .abortSignal(signal),
    ),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
})
