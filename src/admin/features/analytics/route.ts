import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { analyticsSearchSchema, toRange } from './periods.ts'

export const analyticsRoute = createRoute({
  ...inAdmin('analytics', 'Analytics', {
    words: 'views statistics most read',
    needs: 'analytics.read',
    sidebar: { icon: ChartNoAxesColumn, management: EDITORS },
  }),
  validateSearch: analyticsSearchSchema,
  ...loadsBySearch(toRange, async (range) => {
    const { viewNumbersQuery, storyNumbersQuery, subscriberNumbersQuery, publishNumbersQuery } =
      await import('./data/numbers.ts')
    return [
      viewNumbersQuery(range),
      storyNumbersQuery(range),
      subscriberNumbersQuery(range),
      publishNumbersQuery(range),
    ]
  }),
  component: lazy(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
})
