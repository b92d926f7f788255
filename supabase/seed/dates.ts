import type { Story } from './stories.ts'
import { stableNumber } from './stable.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export interface StoryDates {
  /** Null unless published; in the future for a scheduled story. */
  published_at: string | null
  created_at: string
  updated_at: string
}

/** `days` days before `now` (after it if negative), at a time between 6:00 and 20:00 UTC derived from `name`. */
export function daysBefore(now: Date, days: number, name: string): Date {
  const midnight = Math.floor((now.getTime() - days * DAY) / DAY) * DAY
  return new Date(midnight + (6 * 60 + (stableNumber(`time/${name}`) % (14 * 60))) * MINUTE)
}

/** A story's dates from its `days_ago`. `created_at` is the earliest; `updated_at` is never in the future. */
export function storyDates(story: Pick<Story, 'slug' | 'status' | 'days_ago'>, now: Date): StoryDates {
  const { slug, status, days_ago } = story
  const day = daysBefore(now, days_ago, slug)
  const isLive = status === 'published'
  const isPublished = isLive || status === 'scheduled'
  const latest = now.getTime() - 5 * MINUTE
  const updated =
    status === 'scheduled' ? daysBefore(now, 1, slug) : new Date(Math.min(day.getTime(), latest))
  const weeksOfWork = 2 + (stableNumber(`work/${slug}`) % 12)
  return {
    published_at: isPublished ? (isLive ? updated : day).toISOString() : null,
    created_at: new Date(updated.getTime() - weeksOfWork * DAY).toISOString(),
    updated_at: updated.toISOString(),
  }
}

/** `months` months before `now`, on a day of the month derived from `name`. */
export function monthsBefore(now: Date, months: number, name: string): Date {
  const day = 1 + (stableNumber(`day/${name}`) % 28)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day, 9))
}
