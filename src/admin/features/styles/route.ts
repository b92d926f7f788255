import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Type } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const stylesRoute = createRoute({
  ...inAdmin('styles', 'Global Styles', {
    words: 'fonts typefaces',
    sidebar: { icon: Type, content: SUPER_ADMINS, management: ['editor'] },
  }),
  loader: loads(async () => (await import('../../data/files/fonts.ts')).fontQueries),
  component: lazy(() => import('./styles-screen.tsx'), 'StylesScreen'),
})
