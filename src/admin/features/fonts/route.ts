import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const fontsRoute = createRoute({
  ...inAdmin('fonts', 'Fonts'),
  loader: loads(async () => (await import('../../data/files/fonts.ts')).fontQueries),
  component: lazy(() => import('./fonts-screen.tsx'), 'FontsScreen'),
})
