import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const accountRoute = createRoute({
  ...inAdmin('account', 'Account'),
  loader: loads(async () => {
    const [{ secondFactorQuery }, { ownSessionsQuery }, { notificationChoicesQuery }] = await Promise.all([
      import('./data/second-factor.ts'),
      import('./data/sessions.ts'),
      import('./data/notification-choices.ts'),
    ])
    return [secondFactorQuery, ownSessionsQuery, notificationChoicesQuery]
  }),
  component: lazy(() => import('./account-screen.tsx'), 'AccountScreen'),
})
