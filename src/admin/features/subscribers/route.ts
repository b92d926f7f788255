import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { toFilteredQuery } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { type SubscribersSearch, subscribersSearchSchema } from './subscribers-search.ts'

export const subscribersRoute = createRoute({
  ...inAdmin('subscribers', 'Subscribers', {
    words: 'newsletter mailing list readers export',
    needs: 'subscribers.read',
    heading: 'Newsletter Subscribers',
    sidebar: { icon: Mail, content: EDITORS },
  }),
  validateSearch: subscribersSearchSchema,
  ...loadsBySearch(toFilteredQuery<SubscribersSearch>, async (query) => {
    const { subscriberListQuery, subscriberOverviewQuery } = await import('./data/subscribers.ts')
    return [subscriberListQuery(query), subscriberOverviewQuery]
  }),
  component: lazy(() => import('./subscribers-screen.tsx'), 'SubscribersScreen'),
})
