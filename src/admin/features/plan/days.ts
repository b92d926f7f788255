import { parseDate, startOfMonth, startOfWeek } from '@internationalized/date'
import type { Days } from './data/calendar.ts'
import type { PlanView } from './plan-search.ts'

/** Whole weeks that hold a month, a week, or all that a list shows: a year before `day` and two after it. */
export function daysOf(view: PlanView, day: string, locale: string): Days {
  const date = parseDate(day)
  switch (view) {
    case 'month': {
      const first = startOfWeek(startOfMonth(date), locale)
      const last = startOfWeek(startOfMonth(date).add({ months: 1 }).subtract({ days: 1 }), locale)
      return { first: first.toString(), last: last.add({ days: 6 }).toString() }
    }
    case 'week': {
      const first = startOfWeek(date, locale)
      return { first: first.toString(), last: first.add({ days: 6 }).toString() }
    }
    case 'list':
      return { first: date.subtract({ years: 1 }).toString(), last: date.add({ years: 2 }).toString() }
  }
}

/** Every day from the first to the last. */
export function eachDay({ first, last }: Days): string[] {
  const days = [first]
  for (let day = parseDate(first); day.toString() < last;) {
    day = day.add({ days: 1 })
    days.push(day.toString())
  }
  return days
}

/** A day so many days later, or earlier. */
export const addDays = (day: string, days: number): string => parseDate(day).add({ days }).toString()

/** A day of the next or the previous month or week. */
export function turned(view: Exclude<PlanView, 'list'>, day: string, by: 1 | -1): string {
  const date = parseDate(day)
  return (view === 'week' ? date.add({ weeks: by }) : startOfMonth(date).add({ months: by })).toString()
}
