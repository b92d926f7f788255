import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { Palette } from 'lucide-react'
import { SUPER_ADMINS } from '../../../domain/people/role.ts'
import { inAdmin } from '../../routing/admin-route.ts'
import { loads } from '../../routing/load-queries.ts'

export const coloursRoute = createRoute({
  ...inAdmin('colours', 'Colours', {
    words: 'colors theme look dark light contrast',
    needs: 'colours.write',
    sidebar: { icon: Palette, content: SUPER_ADMINS },
  }),
  loader: loads(async () => [(await import('./data/theme.ts')).themeQuery]),
  component: lazy(() => import('./colours-screen.tsx'), 'ColoursScreen'),
})
