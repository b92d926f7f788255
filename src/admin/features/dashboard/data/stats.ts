import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRows } from '../../../data/postgrest.ts'
import { type Periods, periodsBefore } from '../trend.ts'

export interface Stat extends Periods {
  total: number
}

const KINDS = ['articles', 'published', 'drafts', 'categories'] as const

/** The counts of the four cards; the periods count by day of creation or publication. */
export type DashboardStats = Record<(typeof KINDS)[number], Stat>

const statSchema = z.object({ kind: z.enum(KINDS), total: z.int(), current: z.int(), previous: z.int() })

const NONE: Stat = { total: 0, current: 0, previous: 0 }

export const statsQuery = queryOptions({
  queryKey: ['articles', 'stats'],
  queryFn: async ({ signal }): Promise<DashboardStats> => {
    const { previousFrom, currentFrom, now } = periodsBefore(new Date())
    const rows = parseRows(
      statSchema,
      await adminClient()
        .rpc('get_dashboard_counts', { p_previous: previousFrom, p_current: currentFrom, p_until: now })
        .abortSignal(signal),
    )
    const stats: DashboardStats = { articles: NONE, published: NONE, drafts: NONE, categories: NONE }
    for (const { kind, ...stat } of rows) stats[kind] = stat
    return stats
  },
})
