/** How many were counted in a period and in the period of the same length before it. */
export interface Periods {
  current: number
  previous: number
}

export interface Trend {
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
