import { HeadContent, lazyRouteComponent as lazy, Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { accountRoute } from '../features/account/route.ts'
import { analyticsRoute } from '../features/analytics/route.ts'
import { articlesRoute, articleViewRoute } from '../features/articles/route.ts'
import { auditLogRoute } from '../features/audit-log/route.ts'
import { authRoute } from '../features/auth/route.ts'
import { authorsRoute } from '../features/authors/route.ts'
import { beginRoute } from '../features/begin/route.ts'
import { brandingRoute } from '../features/branding/route.ts'
import { categoriesRoute } from '../features/categories/route.ts'
import { coloursRoute } from '../features/colours/route.ts'
import { dashboardRoute } from '../features/dashboard/route.ts'
import { articleEditorRoute } from '../features/editor/route.tsx'
import { fontsRoute } from '../features/fonts/route.ts'
import { frontRoute, frontsRoute } from '../features/fronts/route.ts'
import { exportRoute } from '../features/exports/route.ts'
import { importRoute, importsRoute } from '../features/imports/route.ts'
import { letterRoute, lettersRoute, stoppedRoute } from '../features/letters/route.ts'
import { mediaRoute } from '../features/media/route.ts'
import { menusRoute } from '../features/menus/route.ts'
import { messagesRoute } from '../features/messages/route.ts'
import { pagesRoute } from '../features/pages/route.ts'
import { planRoute } from '../features/plan/route.ts'
import { redirectsRoute } from '../features/redirects/route.ts'
import { sectionsRoute } from '../features/sections/route.ts'
import { settingsRoute, textsRoute } from '../features/settings/route.ts'
import { stylesRoute } from '../features/styles/route.ts'
import { subscribersRoute } from '../features/subscribers/route.ts'
import { tagsRoute } from '../features/tags/route.ts'
import { editTemplateRoute, newTemplateRoute, templatesRoute } from '../features/templates/route.ts'
import { usersRoute } from '../features/users/route.ts'
import { adminRoute, rootRoute } from '../routing/admin-route.ts'
import { siteName } from '../site-name.ts'
import { $hasRendered, NotFoundScreen } from './loading.tsx'

rootRoute.update({
  head: ({ matches }) => ({
    meta: [{ title: `${matches.at(-1)?.staticData.screen?.title ?? 'Page not found'} · ${siteName()}` }],
  }),
  component: function Root() {
    // Before the browser paints: the loading page and the screen are never seen together.
    useLayoutEffect(() => $hasRendered.set(true), [])
    return (
      <>
        <HeadContent />
        <Outlet />
      </>
    )
  },
  notFoundComponent: NotFoundScreen,
})

adminRoute.update({ component: lazy(() => import('./shell/shell.tsx'), 'AdminLayout') })

/** The screens with a link in the sidebar, in its order. */
export const sidebarScreens = [
  dashboardRoute,
  articlesRoute,
  planRoute,
  frontsRoute,
  pagesRoute,
  mediaRoute,
  lettersRoute,
  subscribersRoute,
  messagesRoute,
  authorsRoute,
  sectionsRoute,
  menusRoute,
  textsRoute,
  categoriesRoute,
  tagsRoute,
  redirectsRoute,
  templatesRoute,
  stylesRoute,
  coloursRoute,
  brandingRoute,
  analyticsRoute,
  usersRoute,
  auditLogRoute,
  importsRoute,
  exportRoute,
  settingsRoute,
] as const

export const routeTree = rootRoute.addChildren([
  authRoute,
  adminRoute.addChildren([
    ...sidebarScreens,
    frontRoute,
    articleViewRoute,
    articleEditorRoute,
    newTemplateRoute,
    editTemplateRoute,
    fontsRoute,
    importRoute,
    stoppedRoute,
    letterRoute,
    accountRoute,
    beginRoute,
  ]),
])
