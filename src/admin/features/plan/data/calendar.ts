import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { apiUrl } from '../../../../backend/env/api-url.ts'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { timestampSchema } from '../../../../domain/rows/row.ts'
import { fetchAll } from '../../../data/requests/fetch-all.ts'
import {
  type PlanRow,
  plannedLetterSchema,
  plannedStorySchema,
  planRowSchema,
  plans,
} from '../../../story/plan/plans.ts'
import { expectChanged, parseRow } from '../../../data/requests/postgrest.ts'
import { dayStart } from '../../../ui/dates/local-date-time.ts'

/** First and last day, both included. */
export interface Days {
  first: string
  last: string
}

/** Every plan for these days, and those without a day. Plans of stories in the trash are left out. */
export function plansQuery({ first, last }: Days) {
  return queryOptions({
    queryKey: ['plans', 'list', first, last],
    queryFn: async ({ signal }) => {
      const rows = await fetchAll(planRowSchema, (from, to) =>
        plans()
          .or(`planned_on.is.null,and(planned_on.gte.${first},planned_on.lte.${last})`)
          .order('planned_on')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      return rows.filter(isShown)
    },
    placeholderData: keepPreviousData,
    // Letters go out while nobody changes anything here.
    staleTime: 0,
  })
}

/** An idea, of a letter, or of a story that the caller may read and that is not in the trash. */
function isShown({ article_id, article }: PlanRow): boolean {
  return article_id === null || (article !== null && article.deleted_at === null)
}

const publishedSchema = z.extend(plannedStorySchema, { published_at: timestampSchema })
export type PublishedStory = z.infer<typeof publishedSchema>

/** The stories that go or went out on these days of the magazine. */
export function publishedOnQuery({ first, last }: Days) {
  return queryOptions({
    queryKey: ['articles', 'published-on', first, last],
    queryFn: ({ signal }) =>
      fetchAll(publishedSchema, (from, to) =>
        adminClient()
          .from('articles')
          .select(selectOf(publishedSchema), { count: 'exact' })
          .eq('status', 'published')
          .is('deleted_at', null)
          .gte('published_at', dayStart(first))
          .lt('published_at', dayStart(last, 1))
          .order('published_at')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

/** The letters that went out on these days of the magazine, and the others that have a time on them, also drafts. */
export function lettersOnQuery({ first, last }: Days) {
  const onDays = (column: 'send_at' | 'frozen_at') =>
    `${column}.gte."${dayStart(first)}",${column}.lt."${dayStart(last, 1)}"`
  return queryOptions({
    queryKey: ['letters', 'on-days', first, last],
    queryFn: ({ signal }) =>
      fetchAll(plannedLetterSchema, (from, to) =>
        adminClient()
          .from('letters')
          .select(selectOf(plannedLetterSchema), { count: 'exact' })
          .or(
            `and(${onDays('frozen_at')}),and(frozen_at.is.null,status.in.(draft,scheduled),${onDays('send_at')})`,
          )
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
    // Letters go out while nobody changes anything here.
    staleTime: 0,
  })
}

/** Moves a plan to another day, or to none. Rejects with a BackendError, 'denied' when the policies forbid it. */
export async function movePlan(id: string, day: string | null): Promise<void> {
  expectChanged(
    await adminClient().from('plans').update({ planned_on: day }).eq('id', id).select('id'),
    'Contributors move only what they write.',
  )
}

/** The address of the caller's calendar for other programs; a former one ends. Rejects with a BackendError. */
export async function renewCalendarAddress(): Promise<string> {
  const token = parseRow(z.string(), await adminClient().rpc('renew_calendar_token'))
  return `${apiUrl()}/functions/v1/calendar?token=${token}`
}
