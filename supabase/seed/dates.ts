import type { Story } from './stories.ts'
import { stableNumber } from './stable.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export interface StoryDates {
  /** Null for what is not published; in the future for a scheduled story. */
  published_at: string | null
  created_at: string
  updated_at: string
}

/** So many days before (or, if negative, after) `now`, at a time of day between 6:00 and 20:00 UTC that `name` decides. */
export function daysBefore(now: Date, days: number, name: string): Date {
  const midnight = Math.floor((now.getTime() - days * DAY) / DAY) * DAY
  return new Date(midnight + (6 * 60 + (stableNumber(`time/${name}`) % (14 * 60))) * MINUTE)
}

/** When a story was begun, last changed and published, from its `days_ago`. Begun is before all; changed is never to come. */
export function storyDates(story: Pick<Story, 'slug' | 'status' | 'days_ago'>, now: Date): StoryDates {
  const { slug, status, days_ago } = story
  const day = daysBefore(now, days_ago, slug)
  const isOut = status === 'published'
  const isPublished = isOut || status === 'scheduled'
  const lastMoment = now.getTime() - 5 * MINUTE
  const updated =
    status === 'scheduled' ? daysBefore(now, 1, slug) : new Date(Math.min(day.getTime(), lastMoment))
  const weeksOfWork = 2 + (stableNumber(`work/${slug}`) % 12)
  return {
    published_at: isPublished ? (isOut ? updated : day).toISOString() : null,
    created_at: new Date(updated.getTime() - weeksOfWork * DAY).toISOString(),
    updated_at: updated.toISOString(),
  }
}

/** So many months before `now`, on a day of the month that `name` decides. */
export function monthsBefore(now: Date, months: number, name: string): Date {
  const day = 1 + (stableNumber(`day/${name}`) % 28)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day, 9))
}
