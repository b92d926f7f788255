import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { FolderTree } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { namedSearchSchema, toNamedQuery } from '../../resources/named/named-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'

export const categoriesRoute = createRoute({
  ...inAdmin('categories', 'Categories', { sidebar: { icon: FolderTree, content: EDITORS } }),
  validateSearch: namedSearchSchema,
  ...loadsBySearch(toNamedQuery, async (query) => [
    (await import('./categories.ts')).categories.listQuery(query),
    (await import('../../story/sections.ts')).sectionsQuery,
  ]),
  component: lazy(() => import('./categories-screen.tsx'), 'CategoriesScreen'),
})
