import * as z from 'zod/mini'
import type { ArticleState } from '../story/article-state.ts'
import { sameJson } from '../body/json.ts'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { type Field, choice, day, optionalText, reference, text } from '../rows/field.ts'
import { daySchema, idSchema, timestampSchema } from '../rows/row.ts'

/** How urgent a plan is, the most urgent first. */
export const PRIORITIES = ['high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

export const PRIORITY_LABELS: Readonly<Record<Priority, string>> = {
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

/** A task of a plan. */
export const taskSchema = z.object({
  id: idSchema,
  /** Such as Photographs or Fact check. */
  kind: z.string(),
  person_id: z.nullable(idSchema),
  due_on: z.nullable(daySchema),
  done_at: z.nullable(timestampSchema),
})
export type Task = z.infer<typeof taskSchema>

/** The kinds of tasks that are proposed. */
export const TASK_KINDS = ['Words', 'Photographs', 'Fact check', 'Edit', 'Captions', 'Proofreading'] as const

export const MAX_TASKS = 30
const MAX_KIND = 60

function tasks(label: string): Field<Task[]> {
  const value = z.array(taskSchema)
  return {
    label,
    empty: [],
    value,
    form: value.check(
      z.maxLength(MAX_TASKS, `A plan has at most ${MAX_TASKS} tasks`),
      z.refine((list) => list.every(({ kind }) => kind.trim() !== ''), 'Say what is to be done'),
      z.refine(
        (list) => list.every(({ kind }) => kind.trim().length <= MAX_KIND),
        `What is to be done must be at most ${MAX_KIND} characters`,
      ),
    ),
    tidy: (list) => list.map((task) => ({ ...task, kind: task.kind.trim() })),
    equals: sameJson,
  }
}

/** The plan of a story or a letter, or an idea for a story: an idea has a title. Never a part of what it is about. */
export const planType = new ContentType({
  fields: {
    title: optionalText({ label: 'Title', max: 300 }),
    planned_on: day('Planned for'),
    person_id: reference('Writer'),
    priority: choice('Priority', PRIORITIES, 'normal'),
    category_id: reference('Category'),
    brief: text({ label: 'Brief', max: 5000 }),
    tasks: tasks('Tasks'),
  },
  columns: {
    id: idSchema,
    article_id: z.nullable(idSchema),
    updated_at: timestampSchema,
    version: z.int(),
  },
})

export type PlanForm = FormOf<typeof planType.fields>

/** The form of an idea, which needs a title. */
export const ideaForm = z.extend(planType.form, {
  title: text({ label: 'Title', max: 300, required: true }).form,
})

/** An idea, or the state of the planned story; of a letter the state of a story that is as far. */
export const PLAN_STATES = ['idea', 'draft', 'review', 'scheduled', 'published', 'archived'] as const
export type PlanState = 'idea' | ArticleState

/** Whether the planned day is over and readers do not have the story or letter, nor will get it. `today` is a day such as '2026-11-14'. */
export function isOverdue(plannedOn: string | null, state: PlanState, today: string): boolean {
  const isOut = state === 'scheduled' || state === 'published' || state === 'archived'
  return plannedOn !== null && plannedOn < today && !isOut
}
