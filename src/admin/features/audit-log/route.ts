import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { toFilteredQuery } from '../../data/requests/list-search.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loadsBySearch } from '../../routing/load-queries.ts'
import { type AuditLogSearch, auditLogSearchSchema } from './audit-log-search.ts'

export const auditLogRoute = createRoute({
  ...inAdmin('audit-log', 'Audit Log', {
    words: 'history who changed what',
    needs: 'audit-log.read',
    sidebar: { icon: ScrollText, management: SUPER_ADMINS },
  }),
  validateSearch: auditLogSearchSchema,
  ...loadsBySearch(toFilteredQuery<AuditLogSearch>, async (query) => {
    const { auditActorsQuery, auditLogQuery } = await import('./data/audit-log.ts')
    return [auditLogQuery(query), auditActorsQuery]
  }),
  component: lazy(() => import('./audit-log-screen.tsx'), 'AuditLogScreen'),
})
