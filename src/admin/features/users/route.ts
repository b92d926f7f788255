import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import type * as z from 'zod/mini'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { toPagedQuery } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { toMissingQuery, usersSearchSchema } from './users-search.ts'

export const usersRoute = createRoute({
  ...inAdmin('users', 'Users', {
    needs: 'users.read',
    words: 'people accounts roles invite colleagues',
    sidebar: { icon: Users, management: SUPER_ADMINS },
  }),
  validateSearch: usersSearchSchema,
  ...loadsBySearch(
    (search: z.infer<typeof usersSearchSchema>) => ({
      list: toPagedQuery(search),
      missing: toMissingQuery(search),
    }),
    async ({ list, missing }) => {
      const { authorsWithoutAccountQuery, userListQuery, userOverviewQuery } = await import('./data/users.ts')
      return [userListQuery(list), userOverviewQuery, authorsWithoutAccountQuery(missing)]
    },
  ),
  component: lazy(() => import('./users-screen.tsx'), 'UsersScreen'),
})
