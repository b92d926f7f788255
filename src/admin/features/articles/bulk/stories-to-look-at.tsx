import { useQuery } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type Article, articleSchema, articleType } from '../../../../domain/story/article.ts'
import { CHECKS } from '../../../../domain/story/checks.ts'
import { parseRows } from '../../../data/requests/postgrest.ts'
import { type ToLookAt, checkedRow, loadToLookAt } from '../../../story/checks/checked-story.ts'

interface StoryToLookAt {
  article: Article
  found: ToLookAt
}

/**
 * The stories that are not out and have something to look at; null while that is loaded. Refused ones are left out: the
 * dialog says so itself. When the stories cannot be checked there are none, and the database decides.
 */
export function useStoriesToLookAt(ids: readonly string[]): readonly StoryToLookAt[] | null {
  const { data, isLoadingError } = useQuery({
    queryKey: ['look at before publishing', ids],
    queryFn: async ({ client, signal }) => {
      const rows = parseRows(
        articleSchema,
        await adminClient()
          .from('articles')
          .select(articleType.select)
          .in('id', [...ids])
          .neq('status', 'published')
          .abortSignal(signal),
      )
      const looked = await Promise.all(
        rows.map(async (article) => ({ article, found: await loadToLookAt(client, checkedRow(article)) })),
      )
      return looked.filter(({ found }) => found.unmet.length > 0 && found.refused.length === 0)
    },
    enabled: ids.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  })
  return ids.length === 0 || isLoadingError ? [] : (data ?? null)
}

/** The stories with what to look at in each, and the way there. */
export function StoriesToLookAt({ stories }: { stories: readonly StoryToLookAt[] }) {
  return (
    <div className="flex flex-col gap-1.5 rounded-md border border-rule bg-card p-3">
      <p className="font-semibold">
        {stories.length === 1 ? '1 article to look at:' : `${stories.length} articles to look at:`}
      </p>
      <ul aria-label="To look at" className="flex max-h-48 flex-col gap-2 overflow-y-auto text-sm">
        {stories.map(({ article, found }) => (
          <li key={article.id}>
            <a
              href={`/admin/articles/${article.id}/edit?checks=true`}
              target="_blank"
              className="underline decoration-rule underline-offset-4 hover:decoration-current"
            >
              {article.title}
            </a>
            <p className="text-soft">{found.unmet.map(({ name }) => CHECKS[name].label).join(', ')}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
