import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { rootRoute } from '../../routing/admin-route.ts'
import { guarded, skipWhenSignedIn } from '../../routing/guard.ts'

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth',
  staticData: { screen: { title: 'Sign in' } },
  beforeLoad: skipWhenSignedIn,
  ...guarded,
  component: lazy(() => import('./auth-screen.tsx'), 'AuthScreen'),
})
