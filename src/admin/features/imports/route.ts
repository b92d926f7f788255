import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Import } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads, startQueries } from '../../routing/load-queries.ts'

export const importsRoute = createRoute({
  ...inAdmin('imports', 'Import', {
    words: 'wordpress ghost substack hugo jekyll astro markdown migrate move upload backup archive download',
    needs: 'magazine.import',
    sidebar: { icon: Import, management: SUPER_ADMINS },
  }),
  loader: loads(async () => [
    (await import('./data/imports.ts')).importsQuery,
    (await import('./data/publisher-imports.ts')).importerStatusQuery,
  ]),
  component: lazy(() => import('./imports-screen.tsx'), 'ImportsScreen'),
})

export const importRoute = createRoute({
  ...inAdmin('imports/$importId', 'Import', { needs: 'magazine.import', parent: '/admin/imports' }),
  remountDeps: ({ params }) => params.importId,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('./data/imports.ts')).importQuery(loading.params.importId),
    ]),
  component: lazy(() => import('./import-screen.tsx'), 'ImportScreen'),
})
