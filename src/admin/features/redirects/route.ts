import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { CornerUpRight } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { redirectsSearchSchema, toRedirectsQuery } from './redirects-search.ts'

export const redirectsRoute = createRoute({
  ...inAdmin('redirects', 'Redirects', {
    words: 'addresses moved',
    needs: 'redirects.write',
    sidebar: { icon: CornerUpRight, content: EDITORS },
  }),
  validateSearch: redirectsSearchSchema,
  ...loadsBySearch(toRedirectsQuery, async (query) => [
    (await import('./data/redirects.ts')).redirectListQuery(query),
  ]),
  component: lazy(() => import('./redirects-screen.tsx'), 'RedirectsScreen'),
})
