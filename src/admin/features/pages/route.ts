import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { pagesSearchSchema, toPagesQuery } from './pages-search.ts'

export const pagesRoute = createRoute({
  ...inAdmin('pages', 'Pages', { sidebar: { icon: FileText, content: SUPER_ADMINS } }),
  validateSearch: pagesSearchSchema,
  ...loadsBySearch(toPagesQuery, async (query) => [(await import('./data/pages.ts')).pageListQuery(query)]),
  component: lazy(() => import('./pages-screen.tsx'), 'PagesScreen'),
})
