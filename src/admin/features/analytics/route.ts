import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { analyticsSearchSchema, toRange } from './periods.ts'

export const analyticsRoute = createRoute({
  ...inAdmin('analytics', 'Analytics', {
    words: 'readings views statistics most read letters referrers searches not found 404',
    needs: 'analytics.read',
    sidebar: { icon: ChartNoAxesColumn, management: EDITORS },
  }),
  validateSearch: analyticsSearchSchema,
  ...loadsBySearch(toRange, async (range) => {
    const { readingNumbersQuery, storyNumbersQuery, subscriberNumbersQuery, publishNumbersQuery } =
      await import('./data/numbers.ts')
    return [
      readingNumbersQuery(range),
      storyNumbersQuery(range),
      subscriberNumbersQuery(range),
      publishNumbersQuery(range),
    ]
  }),
  component: lazy(() => import('./analytics-screen.tsx'), 'AnalyticsScreen'),
})
