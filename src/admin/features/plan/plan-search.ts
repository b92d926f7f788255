import * as z from 'zod/mini'
import { PLAN_STATES } from '../../../domain/newsroom/plan.ts'
import { optional } from '../../data/requests/list-search.ts'

export const PLAN_VIEWS = ['calendar', 'week', 'list'] as const
export type PlanView = (typeof PLAN_VIEWS)[number]

/** The address of the plan: `?view=week&day=2026-11-14&person=…&category=…&state=draft`. */
export const planSearchSchema = z.object({
  view: optional(z.enum(PLAN_VIEWS)),
  /** A day of the first week that is shown; today when left out. */
  day: optional(z.iso.date()),
  person: optional(z.uuid()),
  category: optional(z.uuid()),
  state: optional(z.enum(PLAN_STATES)),
  /** The plan whose dialog is open. */
  plan: optional(z.uuid()),
})
export type PlanSearch = z.infer<typeof planSearchSchema>
