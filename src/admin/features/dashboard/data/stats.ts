import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import type { ArticleStatus } from '../../../../domain/article.ts'
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

/** From the first instant, before the second. */
type Period = readonly [from: string, until: string]
type Count = PromiseLike<Parameters<typeof countOf>[0]>

const COUNT = { count: 'exact', head: true } as const

export const statsQuery = queryOptions({
  queryKey: keys.articles.stats(),
  queryFn: async ({ signal }): Promise<DashboardStats> => {
    const { previousFrom, currentFrom, now } = periodsBefore(new Date())

    const stat = async (count: (period: Period | null) => Count): Promise<Stat> => {
      const [total, current, previous] = await Promise.all([
        count(null),
        count([currentFrom, now]),
        count([previousFrom, currentFrom]),
      ])
      return { total: countOf(total), current: countOf(current), previous: countOf(previous) }
    }

    const articles = (status: ArticleStatus | null) => (period: Period | null) => {
      let rows = adminClient().from('articles').select('id', COUNT).is('deleted_at', null)
      if (status !== null) rows = rows.eq('status', status)
      const at = status === 'published' ? 'published_at' : 'created_at'
      if (period !== null) rows = rows.gte(at, period[0]).lt(at, period[1])
      return rows.abortSignal(signal)
    }

    const categories = (period: Period | null) => {
      const rows = adminClient().from('categories').select('id', COUNT)
      const inPeriod = period === null ? rows : rows.gte('created_at', period[0]).lt('created_at', period[1])
      return inPeriod.abortSignal(signal)
    }

    const [all, published, drafts, sections] = await Promise.all([
      stat(articles(null)),
      stat(articles('published')),
      stat(articles('draft')),
      stat(categories),
    ])
    return { articles: all, published, drafts, categories: sections }
  },
})
