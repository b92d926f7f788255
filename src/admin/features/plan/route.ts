import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { planSearchSchema } from './plan-search.ts'

export const planRoute = createRoute({
  ...inAdmin('plan', 'Plan', {
    words: 'calendar ideas assign due schedule tasks',
    needs: 'plan.read',
    sidebar: { icon: CalendarDays, content: EDITORS, management: ['contributor'] },
  }),
  validateSearch: planSearchSchema,
  component: lazy(() => import('./plan-screen.tsx'), 'PlanScreen'),
})
