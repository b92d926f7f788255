import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useParams,
  useRouterState,
  useSearch,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { newArticleSearchSchema } from '../data/templates.ts'
import { analyticsSearchSchema } from '../features/analytics/periods.ts'
import { articlesSearchSchema } from '../features/articles/articles-search.ts'
import { templatesSearchSchema } from '../features/templates/templates-search.ts'
import { authorsSearchSchema } from '../features/authors/authors-search.ts'
import { usersSearchSchema } from '../features/users/users-search.ts'
import { messagesSearchSchema } from '../features/messages/messages-search.ts'
import { subscribersSearchSchema } from '../features/subscribers/subscribers-search.ts'
import { categoriesSearchSchema } from '../features/categories/categories-search.ts'
import { pagesSearchSchema } from '../features/pages/pages-search.ts'
import { tagsSearchSchema } from '../features/tags/tags-search.ts'
import { mediaSearchSchema } from '../features/media/media-search.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Guard } from './guard.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { screenOf, TITLES } from './titles.ts'

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen })

/** Every change of route starts at the top of the page (admin spec §2) and names the tab. */
function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const screen = useRouterState({ select: (state) => screenOf(state.matches.at(-1)?.fullPath) })
  const keepsPlace = useRouterState({ select: (state) => state.location.state.keepsPlace ?? false })
  useEffect(() => {
    if (!keepsPlace) scrollTo(0, 0)
  }, [path, keepsPlace])
  useEffect(() => {
    document.title = `${screen === null ? 'Page not found' : TITLES[screen]} · Mantel`
  }, [screen])
  return <Outlet />
}

function Waiting() {
  return (
    <div className="flex justify-center p-16">
      <Spinner />
    </div>
  )
}

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth',
  component: lazyRouteComponent(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen'),
})

async function loadShell() {
  const { Shell } = await import('./shell/shell.tsx')
  return { default: Shell }
}
const Shell = lazy(loadShell)

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  // While the guard still looks who is there.
  beforeLoad: () => void loadShell(),
  component: () => (
    <Guard>
      <Suspense fallback={<Waiting />}>
        <Shell>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Shell>
      </Suspense>
    </Guard>
  ),
})

const dashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('../features/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})

const articlesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'articles',
  validateSearch: articlesSearchSchema,
  component: lazyRouteComponent(() => import('../features/articles/articles-screen.tsx'), 'ArticlesScreen'),
})

const subscribersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'subscribers',
  validateSearch: subscribersSearchSchema,
  component: lazyRouteComponent(
    () => import('../features/subscribers/subscribers-screen.tsx'),
    'SubscribersScreen',
  ),
})

const authorsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'authors',
  validateSearch: authorsSearchSchema,
  component: lazyRouteComponent(() => import('../features/authors/authors-screen.tsx'), 'AuthorsScreen'),
})

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'users',
  validateSearch: usersSearchSchema,
  component: lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
})

const messagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'messages',
  validateSearch: messagesSearchSchema,
  component: lazyRouteComponent(() => import('../features/messages/messages-screen.tsx'), 'MessagesScreen'),
})

const ArticleEditorScreen = lazy(async () => {
  const { ArticleEditorScreen } = await import('../features/editor/article-editor-screen.tsx')
  return { default: ArticleEditorScreen }
})

/** One screen for both addresses, so that a new article whose address is replaced by its own stays open as it is. */
const editorRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'editor',
  component: function ArticleEditor() {
    const { id } = useParams({ strict: false })
    const { template } = useSearch({ strict: false })
    return <ArticleEditorScreen articleId={id ?? null} templateId={template ?? null} />
  },
})

const newArticleRoute = createRoute({
  getParentRoute: () => editorRoute,
  path: 'articles/new',
  validateSearch: newArticleSearchSchema,
})

const editArticleRoute = createRoute({ getParentRoute: () => editorRoute, path: 'articles/$id/edit' })

const ArticleViewScreen = lazy(async () => {
  const { ArticleViewScreen } = await import('../features/articles/article-view-screen.tsx')
  return { default: ArticleViewScreen }
})

const viewArticleRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'articles/$id',
  component: function ViewArticle() {
    const { id } = viewArticleRoute.useParams()
    return <ArticleViewScreen key={id} articleId={id} />
  },
})

const templatesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates',
  validateSearch: templatesSearchSchema,
  component: lazyRouteComponent(
    () => import('../features/templates/templates-screen.tsx'),
    'TemplatesScreen',
  ),
})

const TemplateEditorScreen = lazy(async () => {
  const { TemplateEditorScreen } = await import('../features/templates/template-editor-screen.tsx')
  return { default: TemplateEditorScreen }
})

const newTemplateRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates/new',
  component: () => <TemplateEditorScreen key="new" templateId={null} />,
})

const templateRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates/$id',
  component: function EditTemplate() {
    const { id } = templateRoute.useParams()
    return <TemplateEditorScreen key={id} templateId={id} />
  },
})

const analyticsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'analytics',
  validateSearch: analyticsSearchSchema,
  component: lazyRouteComponent(
    () => import('../features/analytics/analytics-screen.tsx'),
    'AnalyticsScreen',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const categoriesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'categories',
  validateSearch: categoriesSearchSchema,
  component: lazyRouteComponent(
    () => import('../features/categories/categories-screen.tsx'),
    'CategoriesScreen',
  ),
})

const tagsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tags',
  validateSearch: tagsSearchSchema,
  component: lazyRouteComponent(() => import('../features/tags/tags-screen.tsx'), 'TagsScreen'),
})

const pagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'pages',
  validateSearch: pagesSearchSchema,
  component: lazyRouteComponent(() => import('../features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const mediaRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'media',
  validateSearch: mediaSearchSchema,
  component: lazyRouteComponent(() => import('../features/media/media-screen.tsx'), 'MediaScreen'),
})

const fontsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'fonts',
  component: lazyRouteComponent(() => import('../features/fonts/fonts-screen.tsx'), 'FontsScreen'),
})

const stylesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: 'styles',
  component: lazyRouteComponent(() => import('../features/styles/styles-screen.tsx'), 'StylesScreen'),
})

const routeTree = rootRoute.addChildren([
  authRoute,
  adminRoute.addChildren([
    dashboardRoute,
    articlesRoute,
    editorRoute.addChildren([newArticleRoute, editArticleRoute]),
    viewArticleRoute,
    pagesRoute,
    categoriesRoute,
    tagsRoute,
    mediaRoute,
    subscribersRoute,
    messagesRoute,
    authorsRoute,
    fontsRoute,
    stylesRoute,
    usersRoute,
    templatesRoute,
    newTemplateRoute,
    templateRoute,
    analyticsRoute,
    settingsRoute,
  ]),
])

export function createAdminRouter() {
  return createRouter({
    routeTree,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorState
        title="This screen has failed"
        detail={error instanceof Error ? error.message : undefined}
        onRetry={reset}
      />
    ),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** Where a person wanted to go before the sign-in screen came between. */
    wanted?: string
    /** The address changes, the screen does not: it stays where it is scrolled to. */
    keepsPlace?: boolean
  }
}
