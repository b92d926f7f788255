import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { can, WRITERS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const dashboardRoute = createRoute({
  ...inAdmin('/', 'Dashboard', {
    sidebar: { icon: LayoutDashboard, content: WRITERS, management: ['viewer'] },
  }),
  loader: loads(async (role) => {
    const [
      { statsQuery },
      { recentQuery },
      { waitingQuery },
      { buildsQuery },
      { publishProblemsQuery },
      { backupsQuery },
    ] = await Promise.all([
      import('./data/stats.ts'),
      import('./data/recent.ts'),
      import('./data/waiting.ts'),
      import('./data/builds.ts'),
      import('./data/publish-problems.ts'),
      import('../../data/backups.ts'),
    ])
    return [
      ...[statsQuery, recentQuery],
      ...(can(role, 'articles.create') ? [waitingQuery, buildsQuery, publishProblemsQuery] : []),
      ...(can(role, 'backups.read') ? [backupsQuery] : []),
    ]
  }),
  component: lazy(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
})
