import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Tags } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { namedSearchSchema, toNamedQuery } from '../../resources/named/named-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'

export const tagsRoute = createRoute({
  ...inAdmin('tags', 'Tags', { sidebar: { icon: Tags, content: EDITORS, management: ['contributor'] } }),
  validateSearch: namedSearchSchema,
  ...loadsBySearch(toNamedQuery, async (query) => [(await import('./tags.ts')).tags.listQuery(query)]),
  component: lazy(() => import('./tags-screen.tsx'), 'TagsScreen'),
})
