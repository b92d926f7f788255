import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { EDITORS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { mediaSearchSchema, toMediaQuery } from './media-search.ts'

export const mediaRoute = createRoute({
  ...inAdmin('media', 'Media Library', {
    words: 'pictures images photographs videos documents files upload',
    sidebar: { icon: Images, content: EDITORS, management: ['contributor'] },
  }),
  validateSearch: mediaSearchSchema,
  ...loadsBySearch(toMediaQuery, async (query, role) => {
    const { mediaListQuery, mediaTotalsQuery } = await import('./data/media.ts')
    return [mediaListQuery(query, role), mediaTotalsQuery(query, role)]
  }),
  component: lazy(() => import('./media-screen.tsx'), 'MediaScreen'),
})
