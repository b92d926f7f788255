import { parseDate, startOfWeek } from '@internationalized/date'
import type { Days } from './data/calendar.ts'
import type { PlanView } from './plan-search.ts'

/** Weeks of the calendar: an issue and what comes after it. */
const CALENDAR_WEEKS = 5

/** The weeks of the calendar from the one of `day` on, its week, or all that a list shows: a year before `day` and two after it. */
export function daysOf(view: PlanView, day: string, locale: string): Days {
  const date = parseDate(day)
  if (view === 'list')
    return { first: date.subtract({ years: 1 }).toString(), last: date.add({ years: 2 }).toString() }
  const first = startOfWeek(date, locale)
  return { first: first.toString(), last: first.add({ weeks: weeksOf(view), days: -1 }).toString() }
}

const weeksOf = (view: Exclude<PlanView, 'list'>) => (view === 'week' ? 1 : CALENDAR_WEEKS)

/** Every day from the first to the last. */
export function eachDay({ first, last }: Days): string[] {
  const days = [first]
  for (let day = parseDate(first); day.toString() < last;) {
    day = day.add({ days: 1 })
    days.push(day.toString())
  }
  return days
}

/** The day this number of days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => parseDate(day).add({ days }).toString()

/** A day of the weeks after or before the shown ones. */
export const turned = (view: Exclude<PlanView, 'list'>, day: string, by: 1 | -1): string =>
  addDays(day, by * 7 * weeksOf(view))
