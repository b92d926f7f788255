import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const beginRoute = createRoute({
  ...inAdmin('begin', 'Begin Your Own Magazine', { needs: 'settings.write' }),
  loader: loads(async () => {
    const { beginSettingsQuery } = await import('./data/begin.ts')
    const { storedThemeQuery } = await import('../../data/stored-theme.ts')
    return [beginSettingsQuery, storedThemeQuery, (await import('../../story/sections.ts')).sectionsQuery]
  }),
  component: lazy(() => import('./begin-screen.tsx'), 'BeginScreen'),
})
