import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { type LetterStatus, letterTitle } from '../../../domain/letters/letter-states.ts'
import { letterSchema } from '../../../domain/letters/letter.ts'
import { articleSchema } from '../../../domain/story/article.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import { type PlanForm, type PlanState, planType, taskSchema } from '../../../domain/newsroom/plan.ts'
import { type Subject, SUBJECT_COLUMNS } from '../../../domain/newsroom/subject.ts'
import { type Role, canChangePlan } from '../../../domain/people/role.ts'
import { articleState } from '../../../domain/story/article-state.ts'
import { idSchema, timestampSchema } from '../../../domain/rows/row.ts'
import { parseRow, unwrap } from '../../data/requests/postgrest.ts'
import { optionalRowQuery, rowQuery } from '../../data/requests/queries.ts'
import type { Opened } from '../../data/requests/update-row.ts'

export const plannedStorySchema = z.pick(articleSchema, {
  id: true,
  title: true,
  status: true,
  published_at: true,
  publish_at: true,
  category_id: true,
  author_id: true,
})

const storySchema = z.extend(plannedStorySchema, { deleted_at: z.nullable(timestampSchema) })

export const plannedLetterSchema = z.pick(letterSchema, {
  id: true,
  subject: true,
  status: true,
  hold: true,
  send_at: true,
  frozen_at: true,
  created_by: true,
})
export type PlannedLetter = z.infer<typeof plannedLetterSchema>

export const planRowSchema = z.extend(planType.row, {
  tasks: z.array(taskSchema),
  /** Null for a letter, for an idea, and for a story that the caller may not read. */
  article: z.nullable(storySchema),
  letter: z.nullable(plannedLetterSchema),
})
export type PlanRow = z.infer<typeof planRowSchema>

const SELECT = `${planType.select}, tasks:plan_tasks(${selectOf(taskSchema)}),
  article:articles(${selectOf(storySchema)}), letter:letters(${selectOf(plannedLetterSchema)})`

/** All plans, each with its story or letter and its tasks in their order. */
export const plans = () =>
  adminClient()
    .from('plans')
    .select(SELECT, { count: 'exact' })
    .order('position', { referencedTable: 'plan_tasks' })

/** One plan. Fails with a BackendError of kind 'not-found' when there is none. */
export function planQuery(id: string) {
  return rowQuery(['plans', 'one', id], planRowSchema, () => plans().eq('id', id), { gcTime: 0 })
}

/** The plan of a story or a letter; null when there is none. */
export function planOfQuery({ kind, id }: Subject) {
  return optionalRowQuery(['plans', kind, id], planRowSchema, () => plans().eq(SUBJECT_COLUMNS[kind], id))
}

/** The state of a story that is as far as a letter. */
export const LETTER_STATES: Readonly<Record<LetterStatus, PlanState>> = {
  draft: 'draft',
  scheduled: 'scheduled',
  sending: 'published',
  sent: 'published',
  cancelled: 'archived',
}

export function planState({ article, letter }: Pick<PlanRow, 'article' | 'letter'>, now: Date): PlanState {
  if (letter !== null) return LETTER_STATES[letter.status]
  return article === null ? 'idea' : articleState(article, now)
}

/** The story or letter that is planned. */
export interface PlanSubject extends Subject {
  title: string
  /** The account of who owns the story, or began the letter. */
  owner: string | null
}

/** What a plan is about; null for an idea. */
export function subjectOf({ article_id, article, letter }: PlanRow): PlanSubject | null {
  if (letter !== null)
    return { kind: 'letter', id: letter.id, title: letterTitle(letter), owner: letter.created_by }
  if (article_id === null) return null
  return { kind: 'story', id: article_id, title: article?.title ?? '', owner: article?.author_id ?? null }
}

/** The title of the story or the idea, or what the letter is called. */
export function planTitle(plan: PlanRow): string {
  return (subjectOf(plan)?.title ?? plan.title ?? '').trim() || 'Untitled'
}

/** Whether somebody may change a plan. */
export function mayChangePlan(person: { id: string; role: Role }, plan: PlanRow): boolean {
  return canChangePlan(person, { person_id: plan.person_id, owner: subjectOf(plan)?.owner ?? null })
}

/**
 * Creates a plan (`opened` null), of a story or a letter or (`subject` null) of an idea, or changes it, with its tasks. Rejects
 * with a BackendError: 'conflict' when it was saved since it was opened, 'duplicate' when the story or letter already has a
 * plan, 'not-found' when it was deleted, 'denied' when the policies forbid the change.
 */
export async function savePlan(
  opened: Opened | null,
  form: PlanForm,
  subject: Subject | null,
): Promise<void> {
  const { title, ...columns } = planType.columnsOf(form)
  unwrap(
    await adminClient().rpc('save_plan', {
      p_id: opened?.id ?? null,
      p_version: opened === null ? null : Number(opened.token),
      p_plan: {
        ...columns,
        // Stories and letters have their own; an idea that has become a story meanwhile is a conflict.
        ...(subject === null ? { title } : {}),
        ...(opened === null && subject !== null ? { [SUBJECT_COLUMNS[subject.kind]]: subject.id } : {}),
      },
      p_tasks: planType.tidy(form).tasks,
    }),
  )
}

/** Marks a task as done or to be done. Rejects with a BackendError. */
export async function setTaskDone(id: string, isDone: boolean): Promise<void> {
  unwrap(await adminClient().rpc('set_task_done', { p_task: id, p_done: isDone }))
}

/** Begins the story of an idea. Returns the id of the article. Rejects with a BackendError. */
export async function startStory(planId: string): Promise<string> {
  return parseRow(idSchema, await adminClient().rpc('start_story', { p_plan: planId }))
}
