import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const exportRoute = createRoute({
  ...inAdmin('export', 'Export', {
    words: 'archive backup download restore move leave subscribers',
    needs: 'magazine.export',
    sidebar: { icon: Download, management: SUPER_ADMINS },
  }),
  loader: loads(async () => [
    (await import('./data/publisher-exports.ts')).exporterStatusQuery,
    (await import('../../data/backups.ts')).backupsQuery,
  ]),
  component: lazy(() => import('./export-screen.tsx'), 'ExportScreen'),
})
