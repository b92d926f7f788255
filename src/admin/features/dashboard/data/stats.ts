import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { serverClock } from '../../../../backend/server-clock.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'

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
    const { previousFrom, currentFrom, now } = periodsBefore(serverClock.now())
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

/** How many were counted in a period and in the period of the same length before it. */
interface Periods {
  current: number
  previous: number
}

interface Trend {
  direction: 'up' | 'down' | 'stable'
  /** '+12%', '-2%', 'stable', or '+3' where there is nothing to compare with. */
  text: string
}

export function trendOf({ current, previous }: Periods): Trend {
  if (current === previous) return { direction: 'stable', text: 'stable' }
  if (previous === 0) return { direction: 'up', text: `+${current}` }
  const change = Math.round(((current - previous) / previous) * 100)
  if (change === 0) return { direction: 'stable', text: 'stable' }
  return change > 0 ? { direction: 'up', text: `+${change}%` } : { direction: 'down', text: `${change}%` }
}

export const PERIOD_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** The last 30 days and the 30 before, as ISO instants: [previousFrom, currentFrom), [currentFrom, now). */
export function periodsBefore(now: Date): { previousFrom: string; currentFrom: string; now: string } {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  return { previousFrom: daysAgo(2 * PERIOD_DAYS), currentFrom: daysAgo(PERIOD_DAYS), now: now.toISOString() }
}
