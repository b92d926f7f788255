import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const beginRoute = createRoute({
  ...inAdmin('begin', 'Begin Your Own Magazine', { needs: 'settings.write' }),
  loader: loads(async () => {
    const { beginSettingsQuery, beginThemeQuery } = await import('./data/begin.ts')
    return [beginSettingsQuery, beginThemeQuery, (await import('../../story/sections.ts')).sectionsQuery]
  }),
  component: lazy(() => import('./begin-screen.tsx'), 'BeginScreen'),
})
