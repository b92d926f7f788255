import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { countOf } from '../../../data/answer.ts'
import { keys } from '../../../data/keys.ts'
import { periodsBefore, type Periods } from '../trend.ts'

export interface Stat extends Periods {
  total: number
}

/** The four cards. Every count is of rows that are there now; the periods are by the day they came or went out. */
export interface DashboardStats {
  articles: Stat
  published: Stat
  drafts: Stat
  categories: Stat
}

function articles() {
  return adminClient().from('articles').select('id', { count: 'exact', head: true }).is('deleted_at', null)
}

function categories() {
  return adminClient().from('categories').select('id', { count: 'exact', head: true })
}

type Count = ReturnType<typeof articles>

async function stat(rows: () => Count, column: string, signal: AbortSignal, at: Date): Promise<Stat> {
  const { previousFrom, currentFrom, now } = periodsBefore(at)
  const [total, current, previous] = await Promise.all([
    rows().abortSignal(signal),
    rows().gte(column, currentFrom).lte(column, now).abortSignal(signal),
    rows().gte(column, previousFrom).lt(column, currentFrom).abortSignal(signal),
  ])
  return { total: countOf(total), current: countOf(current), previous: countOf(previous) }
}

export const statsQuery = queryOptions({
  queryKey: keys.articles.stats(),
  queryFn: async ({ signal }): Promise<DashboardStats> => {
    const at = new Date()
    const [all, published, drafts, sections] = await Promise.all([
      stat(articles, 'created_at', signal, at),
      stat(() => articles().eq('status', 'published'), 'published_at', signal, at),
      stat(() => articles().eq('status', 'draft'), 'created_at', signal, at),
      stat(categories, 'created_at', signal, at),
    ])
    return { articles: all, published, drafts, categories: sections }
  },
})
