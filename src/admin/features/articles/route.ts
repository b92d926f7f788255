import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Newspaper } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { threadSearchSchema } from '../../story/comments/thread-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch, startQueries } from '../../routing/load-queries.ts'
import { articlesSearchSchema, toArticlesQuery } from './articles-search.ts'

export const articlesRoute = createRoute({
  ...inAdmin('articles', 'Articles', {
    sidebar: { icon: Newspaper, content: EDITORS, management: ['contributor', 'viewer'] },
  }),
  validateSearch: articlesSearchSchema,
  ...loadsBySearch(toArticlesQuery, async (query) => {
    const [{ articleListQuery }, { articleCountsQuery }] = await Promise.all([
      import('./data/article-list.ts'),
      import('../../story/articles.ts'),
    ])
    return [articleListQuery(query), articleCountsQuery]
  }),
  component: lazy(() => import('./articles-screen.tsx'), 'ArticlesScreen'),
})

export const articleViewRoute = createRoute({
  ...inAdmin('articles/$id', 'View Article', { parent: '/admin/articles' }),
  validateSearch: threadSearchSchema,
  remountDeps: ({ params }) => params.id,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('./data/article-list.ts')).articleQuery(loading.params.id),
    ]),
  component: lazy(() => import('./article-view-screen.tsx'), 'ArticleViewScreen'),
})
