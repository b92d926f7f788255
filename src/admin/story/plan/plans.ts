import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { articleSchema } from '../../../domain/story/article.ts'
import { selectOf } from '../../../domain/rows/content-type.ts'
import { type PlanForm, type PlanState, planType, taskSchema } from '../../../domain/newsroom/plan.ts'
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

export const planRowSchema = z.extend(planType.row, {
  tasks: z.array(taskSchema),
  /** Null for an idea. */
  article: z.nullable(storySchema),
})
export type PlanRow = z.infer<typeof planRowSchema>

const SELECT = `${planType.select}, tasks:plan_tasks(${selectOf(taskSchema)}),
  article:articles(${selectOf(storySchema)})`

/** All plans, each with its story and its tasks in their order. */
export const plans = () =>
  adminClient()
    .from('plans')
    .select(SELECT, { count: 'exact' })
    .order('position', { referencedTable: 'plan_tasks' })

/** One plan. Fails with a BackendError of kind 'not-found' when there is none. */
export function planQuery(id: string) {
  return rowQuery(['plans', 'one', id], planRowSchema, () => plans().eq('id', id), { gcTime: 0 })
}

/** The plan of a story; null when there is none. */
export function planOfStoryQuery(articleId: string) {
  return optionalRowQuery(['plans', 'story', articleId], planRowSchema, () =>
    plans().eq('article_id', articleId),
  )
}

export function planState({ article }: Pick<PlanRow, 'article'>, now: Date): PlanState {
  return article === null ? 'idea' : articleState(article, now)
}

/** The title of the story, or of the idea. */
export function planTitle({ title, article }: Pick<PlanRow, 'title' | 'article'>): string {
  return (article?.title ?? title ?? '').trim() || 'Untitled'
}

/**
 * Creates a plan (`opened` null), of a story or of an idea, or changes it, with its tasks. Rejects with a BackendError:
 * 'conflict' when it was saved since it was opened, 'duplicate' when the story already has a plan, 'not-found' when it was
 * deleted, 'denied' when the policies forbid the change.
 */
export async function savePlan(
  opened: Opened | null,
  form: PlanForm,
  articleId: string | null,
): Promise<void> {
  const { title, ...columns } = planType.columnsOf(form)
  unwrap(
    await adminClient().rpc('save_plan', {
      p_id: opened?.id ?? null,
      p_version: opened === null ? null : Number(opened.token),
      p_plan: {
        ...columns,
        // A story has its own; an idea that has become one meanwhile is a conflict.
        ...(articleId === null ? { title } : {}),
        ...(opened === null && articleId !== null ? { article_id: articleId } : {}),
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
