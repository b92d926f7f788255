import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Settings, TextQuote } from 'lucide-react'
import { EDITORS, SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const settingsRoute = createRoute({
  ...inAdmin('settings', 'Settings', {
    words: 'site name tagline time zone checks',
    needs: 'settings.read',
    sidebar: { icon: Settings, management: EDITORS },
  }),
  loader: loads(async (role) => {
    const { settingsQueries } = await import('./data/settings.ts')
    return settingsQueries(role)
  }),
  component: lazy(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

export const textsRoute = createRoute({
  ...inAdmin('texts', 'Texts', {
    words: 'about privacy terms footer consent newsletter wording imprint',
    needs: 'texts.write',
    sidebar: { icon: TextQuote, content: SUPER_ADMINS },
  }),
  loader: loads(async () => [(await import('./data/settings.ts')).siteSettingsQuery]),
  component: lazy(() => import('./texts-screen.tsx'), 'TextsScreen'),
})
