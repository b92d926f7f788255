import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { UserPen } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { pagedSearchSchema, toPagedQuery } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'

export const authorsRoute = createRoute({
  ...inAdmin('authors', 'Authors', {
    needs: 'authors.write',
    words: 'people bylines photographers writers',
    sidebar: { icon: UserPen, content: EDITORS },
  }),
  validateSearch: pagedSearchSchema,
  ...loadsBySearch(toPagedQuery, async (query) => {
    const { authorListQuery, teamQuery } = await import('./data/authors.ts')
    return [authorListQuery(query), teamQuery]
  }),
  component: lazy(() => import('./authors-screen.tsx'), 'AuthorsScreen'),
})
