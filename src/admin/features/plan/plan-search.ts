import { parseDate, startOfMonth, startOfWeek } from '@internationalized/date'
import * as z from 'zod/mini'
import { PLAN_STATES } from '../../../domain/plan.ts'
import { optional } from '../../data/list-search.ts'
import type { Days } from './data/calendar.ts'

export const PLAN_VIEWS = ['month', 'week', 'list'] as const
export type PlanView = (typeof PLAN_VIEWS)[number]

/** The address of the plan: `?view=week&day=2026-11-14&person=…&category=…&state=draft`. */
export const planSearchSchema = z.object({
  view: optional(z.enum(PLAN_VIEWS)),
  /** A day of the month or week that is shown; today when left out. */
  day: optional(z.iso.date()),
  person: optional(z.uuid()),
  category: optional(z.uuid()),
  state: optional(z.enum(PLAN_STATES)),
  /** The plan whose dialog is open. */
  plan: optional(z.uuid()),
})
export type PlanSearch = z.infer<typeof planSearchSchema>

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
