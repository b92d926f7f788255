import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { PanelsTopLeft } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'
import { frontSearchSchema } from './front-search.ts'

const loading = {
  loader: loads(async () => [
    (await import('./data/fronts.ts')).frontsQuery,
    (await import('../../story/sections.ts')).sectionsQuery,
  ]),
}

export const frontsRoute = createRoute({
  ...inAdmin('fronts', 'Home & Sections', {
    words: 'home front page fronts hero order',
    needs: 'fronts.read',
    sidebar: { icon: PanelsTopLeft, content: EDITORS, management: ['contributor'] },
  }),
  ...loading,
  component: lazy(() => import('./fronts-screen.tsx'), 'FrontsScreen'),
})

export const frontRoute = createRoute({
  ...inAdmin('fronts/$page', 'Page', { needs: 'fronts.read', parent: '/admin/fronts' }),
  validateSearch: frontSearchSchema,
  remountDeps: ({ params }) => params.page,
  ...loading,
  component: lazy(() => import('./front-screen.tsx'), 'FrontScreen'),
})
