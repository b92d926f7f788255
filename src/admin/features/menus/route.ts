import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const menusRoute = createRoute({
  ...inAdmin('menus', 'Menus', {
    words: 'navigation header footer links searches',
    needs: 'menus.write',
    sidebar: { icon: Menu, content: EDITORS },
  }),
  loader: loads(async () => [
    (await import('../../data/menus/menus.ts')).menusQuery,
    (await import('../../story/sections.ts')).sectionsQuery,
  ]),
  component: lazy(() => import('./menus-screen.tsx'), 'MenusScreen'),
})
