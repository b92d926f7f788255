import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Rows3 } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const sectionsRoute = createRoute({
  ...inAdmin('sections', 'Sections', {
    words: 'navigation order home',
    needs: 'sections.write',
    sidebar: { icon: Rows3, content: EDITORS },
  }),
  loader: loads(async () => [
    (await import('../../story/sections.ts')).sectionsQuery,
    (await import('../../story/categories.ts')).categoriesQuery,
  ]),
  component: lazy(() => import('./sections-screen.tsx'), 'SectionsScreen'),
})
