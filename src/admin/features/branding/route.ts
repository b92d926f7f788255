import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Stamp } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const brandingRoute = createRoute({
  ...inAdmin('branding', 'Branding', {
    words: 'logo wordmark picture of shared links brand look svg',
    needs: 'branding.write',
    sidebar: { icon: Stamp, content: SUPER_ADMINS },
  }),
  loader: loads(async () => [(await import('./data/branding.ts')).brandingQuery]),
  component: lazy(() => import('./branding-screen.tsx'), 'BrandingScreen'),
})
