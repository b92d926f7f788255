import type { AnyUseQueryOptions, QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  HeadContent,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import {
  type LucideIcon,
  CalendarDays,
  ChartNoAxesColumn,
  CornerUpRight,
  FileText,
  FolderTree,
  Images,
  LayoutDashboard,
  LayoutTemplate,
  Mail,
  MessageSquare,
  Newspaper,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Tags,
  Type,
  UserPen,
  Users,
} from 'lucide-react'
import { useLayoutEffect } from 'react'
import type * as z from 'zod/mini'
import { type Action, type Role, can, EDITORS, SUPER_ADMINS, WRITERS } from '../../domain/people/role.ts'
import { pagedSearchSchema, toFilteredQuery, toPagedQuery } from '../data/requests/list-search.ts'
import { newArticleSearchSchema } from '../data/stories/templates.ts'
import { analyticsSearchSchema, toRange } from '../features/analytics/periods.ts'
import { articlesSearchSchema, toArticlesQuery } from '../features/articles/articles-search.ts'
import { type AuditLogSearch, auditLogSearchSchema } from '../features/audit-log/audit-log-search.ts'
import { frontSearchSchema } from '../features/fronts/front-search.ts'
import { mediaSearchSchema, toMediaQuery } from '../features/media/media-search.ts'
import { messagesSearchSchema, toMessagesQuery } from '../features/messages/messages-search.ts'
import { pagesSearchSchema, toPagesQuery } from '../features/pages/pages-search.ts'
import { planSearchSchema } from '../features/plan/plan-search.ts'
import { redirectsSearchSchema, toRedirectsQuery } from '../features/redirects/redirects-search.ts'
import {
  type SubscribersSearch,
  subscribersSearchSchema,
} from '../features/subscribers/subscribers-search.ts'
import { toMissingQuery, usersSearchSchema } from '../features/users/users-search.ts'
import { editorSearchSchema, threadSearchSchema } from '../resources/comments/thread-search.ts'
import { namedSearchSchema, toNamedQuery } from '../resources/named/named-search.ts'
import { $session } from '../session/session.ts'
import { lazyPart } from '../ui/layout/lazy-part.tsx'
import { showToast } from '../ui/overlays/toast.ts'
import { siteName } from '../site-name.ts'
import { requireSession, skipWhenSignedIn } from './guard.ts'
import { $hasRendered, LoadingScreen, NotFoundScreen } from './loading.tsx'

export type SidebarGroup = 'content' | 'management'

/** The data of a route for sidebar, breadcrumbs and titles. Layout routes have none. */
export interface Screen {
  /** Its name in the browser's tab, the breadcrumbs and the sidebar. */
  title: string
  /** Its first heading, where that is not the title. */
  heading?: string
  /** Other words by which the command palette finds it. */
  words?: string
  /** Its link in the sidebar: for each group, the roles that see it there. */
  sidebar?: { icon: LucideIcon } & Partial<Record<SidebarGroup, readonly Role[]>>
  /** The right that the screen requires; without it only a message is shown. */
  needs?: Action
  /** The screen between the dashboard and this one in the breadcrumbs. */
  parent?: '/admin/articles' | '/admin/fronts' | '/admin/templates'
  /** Draws its own top bar; the shell's shows on phones only, for the menu button. */
  hasTopBar?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}

interface RouterContext {
  queryClient: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
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

/**
 * Options of a route with a guard. The router shows no spinner for it, which would stay until the whole screen has loaded,
 * and hide the sidebar.
 */
const guarded = { pendingMs: Infinity }

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth',
  staticData: { screen: { title: 'Sign in' } },
  beforeLoad: skipWhenSignedIn,
  ...guarded,
  component: lazy(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: requireSession,
  ...guarded,
  component: lazy(() => import('./shell/shell.tsx'), 'AdminLayout'),
})

/** Route options of a screen inside the shell: its path, parent, title, and what `Screen` describes. */
function inAdmin<const Path extends string>(path: Path, title: string, screen: Omit<Screen, 'title'> = {}) {
  return { path, getParentRoute: () => adminRoute, staticData: { screen: { title, ...screen } } }
}

/*
 * A loader starts the queries of its screen, also when a link to it is pointed at, and does not wait for them: the
 * screen shows its skeleton meanwhile. Queries are imported where they are used, to keep them out of the first bundle.
 */

interface Loading {
  context: RouterContext
  route: { options: { staticData?: { screen?: Screen } } }
}

type Queries = Promise<AnyUseQueryOptions[]>

/** Starts the queries of a screen, unless the role lacks its right. The screen fetches failed ones again. */
function startQueries({ context, route }: Loading, queriesOf: (role: Role) => Queries): void {
  const session = $session.get()
  if (session.status !== 'signed-in') return
  const { role } = session.profile
  const needs = route.options.staticData?.screen?.needs
  if (needs !== undefined && !can(role, needs)) return
  queriesOf(role).then(
    (queries) => queries.forEach((query) => void context.queryClient.prefetchQuery(query)),
    () => undefined,
  )
}

/** The loader of a screen whose queries do not depend on the address. */
const loads = (queriesOf: (role: Role) => Queries) => (loading: Loading) => startQueries(loading, queriesOf)

/** The loader of a list, whose query is a part of the address; a change of other parts fetches nothing. */
function loadsBySearch<Search, Part>(
  toQuery: (search: Search) => Part,
  queriesOf: (query: Part, role: Role) => Queries,
) {
  return {
    loaderDeps: ({ search }: { search: Search }) => toQuery(search),
    loader: (loading: Loading & { deps: Part }) =>
      startQueries(loading, (role) => queriesOf(loading.deps, role)),
  }
}

const dashboard = createRoute({
  ...inAdmin('/', 'Dashboard', {
    sidebar: { icon: LayoutDashboard, content: WRITERS, management: ['viewer'] },
  }),
  loader: loads(async (role) => {
    const [{ statsQuery }, { recentQuery }, { waitingQuery }, { buildsQuery }, { publishProblemsQuery }] =
      await Promise.all([
        import('../features/dashboard/data/stats.ts'),
        import('../features/dashboard/data/recent.ts'),
        import('../features/dashboard/data/waiting.ts'),
        import('../features/dashboard/data/builds.ts'),
        import('../features/dashboard/data/publish-problems.ts'),
      ])
    const all = [statsQuery, recentQuery]
    return can(role, 'articles.create') ? [...all, waitingQuery, buildsQuery, publishProblemsQuery] : all
  }),
  component: lazy(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const articles = createRoute({
  ...inAdmin('articles', 'Articles', {
    sidebar: { icon: Newspaper, content: EDITORS, management: ['contributor', 'viewer'] },
  }),
  validateSearch: articlesSearchSchema,
  ...loadsBySearch(toArticlesQuery, async (query) => {
    const [{ articleListQuery }, { articleCountsQuery }] = await Promise.all([
      import('../features/articles/data/article-list.ts'),
      import('../data/stories/articles.ts'),
    ])
    return [articleListQuery(query), articleCountsQuery]
  }),
  component: lazy(() => import('../features/articles/articles-screen.tsx'), 'ArticlesScreen'),
})

const plan = createRoute({
  ...inAdmin('plan', 'Plan', {
    words: 'calendar ideas assign due schedule tasks',
    needs: 'plan.read',
    sidebar: { icon: CalendarDays, content: EDITORS, management: ['contributor'] },
  }),
  validateSearch: planSearchSchema,
  component: lazy(() => import('../features/plan/plan-screen.tsx'), 'PlanScreen'),
})

const fronts = createRoute({
  ...inAdmin('fronts', 'Home & Sections', {
    words: 'home front page fronts hero order',
    needs: 'fronts.read',
    sidebar: { icon: PanelsTopLeft, content: EDITORS, management: ['contributor'] },
  }),
  loader: loads(async () => [(await import('../features/fronts/data/fronts.ts')).frontsQuery]),
  component: lazy(() => import('../features/fronts/fronts-screen.tsx'), 'FrontsScreen'),
})

const editFront = createRoute({
  ...inAdmin('fronts/$page', 'Page', { needs: 'fronts.read', parent: '/admin/fronts' }),
  validateSearch: frontSearchSchema,
  remountDeps: ({ params }) => params.page,
  loader: loads(async () => [(await import('../features/fronts/data/fronts.ts')).frontsQuery]),
  component: lazy(() => import('../features/fronts/front-screen.tsx'), 'FrontScreen'),
})

const viewArticle = createRoute({
  ...inAdmin('articles/$id', 'View Article', { parent: '/admin/articles' }),
  validateSearch: threadSearchSchema,
  remountDeps: ({ params }) => params.id,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('../features/articles/data/article-list.ts')).articleQuery(loading.params.id),
    ]),
  component: lazy(() => import('../features/articles/article-view-screen.tsx'), 'ArticleViewScreen'),
})

const ArticleEditorScreen = lazyPart(
  async () => (await import('../features/editor/article-editor-screen.tsx')).ArticleEditorScreen,
  LoadingScreen,
)

/** One component for a new and a stored article: the editor stays open when the first save changes the address. */
const articleEditor = createRoute({
  getParentRoute: () => adminRoute,
  id: 'editor',
  loader: ArticleEditorScreen.preload,
  component: function ArticleEditor() {
    const { id } = useParams({ strict: false })
    const { template } = useSearch({ strict: false })
    return <ArticleEditorScreen articleId={id ?? null} templateId={template ?? null} />
  },
})

/** What the editor opens is loaded at each visit and at no other time: the editor keeps a state of its own. */
const loadedOnce = { preload: false, gcTime: 0, staleTime: Infinity, pendingMs: 0 }

const newArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/new',
  validateSearch: newArticleSearchSchema,
  staticData: { screen: { title: 'New Article', parent: '/admin/articles', hasTopBar: true } },
  ...loadedOnce,
  loaderDeps: ({ search: { template } }) => ({ template }),
  /** The template to begin with; null without one. */
  loader: async ({ deps: { template }, context: { queryClient } }) => {
    const session = $session.get()
    if (template === undefined || session.status !== 'signed-in') return null
    if (!can(session.profile.role, 'articles.create')) return null
    try {
      const { templateQuery } = await import('../data/stories/templates.ts')
      return await queryClient.fetchQuery({ ...templateQuery(template), staleTime: 0 })
    } catch {
      showToast({ title: 'The template could not be loaded', tone: 'destructive' })
      return null
    }
  },
})

const editArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/$id/edit',
  validateSearch: editorSearchSchema,
  staticData: { screen: { title: 'Edit Article', parent: '/admin/articles', hasTopBar: true } },
  ...loadedOnce,
  /** The article to edit; leads to the list when there is none. */
  loader: async ({ params: { id }, context: { queryClient } }) => {
    const { loadOpenedText } = await import('../features/editor/data/article-text.ts')
    const opened = await loadOpenedText(queryClient, id)
    if (opened !== null) return opened
    showToast({ title: 'Article not found', tone: 'destructive' })
    throw redirect({ to: '/admin/articles', replace: true })
  },
})

const pages = createRoute({
  ...inAdmin('pages', 'Pages', { sidebar: { icon: FileText, content: SUPER_ADMINS } }),
  validateSearch: pagesSearchSchema,
  ...loadsBySearch(toPagesQuery, async (query) => [
    (await import('../features/pages/data/pages.ts')).pageListQuery(query),
  ]),
  component: lazy(() => import('../features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const redirects = createRoute({
  ...inAdmin('redirects', 'Redirects', {
    words: 'addresses moved',
    needs: 'redirects.write',
    sidebar: { icon: CornerUpRight, content: EDITORS },
  }),
  validateSearch: redirectsSearchSchema,
  ...loadsBySearch(toRedirectsQuery, async (query) => [
    (await import('../features/redirects/data/redirects.ts')).redirectListQuery(query),
  ]),
  component: lazy(() => import('../features/redirects/redirects-screen.tsx'), 'RedirectsScreen'),
})

const media = createRoute({
  ...inAdmin('media', 'Media Library', {
    words: 'pictures images photographs videos documents files upload',
    sidebar: { icon: Images, content: EDITORS, management: ['contributor'] },
  }),
  validateSearch: mediaSearchSchema,
  ...loadsBySearch(toMediaQuery, async (query, role) => {
    const { mediaListQuery, mediaTotalsQuery } = await import('../features/media/data/media.ts')
    return [mediaListQuery(query, role), mediaTotalsQuery(query, role)]
  }),
  component: lazy(() => import('../features/media/media-screen.tsx'), 'MediaScreen'),
})

const subscribers = createRoute({
  ...inAdmin('subscribers', 'Subscribers', {
    words: 'newsletter mailing list readers export',
    needs: 'subscribers.read',
    heading: 'Newsletter Subscribers',
    sidebar: { icon: Mail, content: EDITORS },
  }),
  validateSearch: subscribersSearchSchema,
  ...loadsBySearch(toFilteredQuery<SubscribersSearch>, async (query) => {
    const { subscriberListQuery, subscriberOverviewQuery } =
      await import('../features/subscribers/data/subscribers.ts')
    return [subscriberListQuery(query), subscriberOverviewQuery]
  }),
  component: lazy(() => import('../features/subscribers/subscribers-screen.tsx'), 'SubscribersScreen'),
})

const messages = createRoute({
  ...inAdmin('messages', 'Messages', {
    words: 'contact inbox letters',
    needs: 'messages.read',
    sidebar: { icon: MessageSquare, content: EDITORS },
  }),
  validateSearch: messagesSearchSchema,
  ...loadsBySearch(toMessagesQuery, async (query) => [
    (await import('../features/messages/data/messages.ts')).messageListQuery(query),
  ]),
  component: lazy(() => import('../features/messages/messages-screen.tsx'), 'MessagesScreen'),
})

const authors = createRoute({
  ...inAdmin('authors', 'Authors', {
    needs: 'authors.write',
    words: 'people bylines photographers writers',
    sidebar: { icon: UserPen, content: EDITORS },
  }),
  validateSearch: pagedSearchSchema,
  ...loadsBySearch(toPagedQuery, async (query) => [
    (await import('../features/authors/data/authors.ts')).authorListQuery(query),
  ]),
  component: lazy(() => import('../features/authors/authors-screen.tsx'), 'AuthorsScreen'),
})

const categories = createRoute({
  ...inAdmin('categories', 'Categories', { sidebar: { icon: FolderTree, content: EDITORS } }),
  validateSearch: namedSearchSchema,
  ...loadsBySearch(toNamedQuery, async (query) => [
    (await import('../features/categories/categories.ts')).categories.listQuery(query),
  ]),
  component: lazy(() => import('../features/categories/categories-screen.tsx'), 'CategoriesScreen'),
})

const tags = createRoute({
  ...inAdmin('tags', 'Tags', { sidebar: { icon: Tags, content: EDITORS, management: ['contributor'] } }),
  validateSearch: namedSearchSchema,
  ...loadsBySearch(toNamedQuery, async (query) => [
    (await import('../features/tags/tags.ts')).tags.listQuery(query),
  ]),
  component: lazy(() => import('../features/tags/tags-screen.tsx'), 'TagsScreen'),
})

const templates = createRoute({
  ...inAdmin('templates', 'Templates', {
    needs: 'templates.use',
    sidebar: { icon: LayoutTemplate, content: EDITORS },
  }),
  validateSearch: pagedSearchSchema,
  loader: loads(async () => {
    const [{ templatesQuery }, { categoriesQuery }] = await Promise.all([
      import('../data/stories/templates.ts'),
      import('../data/stories/categories.ts'),
    ])
    return [templatesQuery, categoriesQuery]
  }),
  component: lazy(() => import('../features/templates/templates-screen.tsx'), 'TemplatesScreen'),
})

const TemplateEditorScreen = lazy(
  () => import('../features/templates/template-editor.tsx'),
  'TemplateEditorScreen',
)

const newTemplate = createRoute({
  ...inAdmin('templates/new', 'New Template', { needs: 'templates.write', parent: '/admin/templates' }),
  component: TemplateEditorScreen,
})

const editTemplate = createRoute({
  ...inAdmin('templates/$id', 'Edit Template', { needs: 'templates.write', parent: '/admin/templates' }),
  remountDeps: ({ params }) => params.id,
  loader: (loading) =>
    startQueries(loading, async () => [
      (await import('../data/stories/templates.ts')).templateQuery(loading.params.id),
    ]),
  component: TemplateEditorScreen,
})

const loadFonts = loads(async () => {
  const { fontsQuery, globalStylesQuery } = await import('../data/files/fonts.ts')
  return [fontsQuery, globalStylesQuery]
})

const fonts = createRoute({
  ...inAdmin('fonts', 'Fonts'),
  loader: loadFonts,
  component: lazy(() => import('../features/fonts/fonts-screen.tsx'), 'FontsScreen'),
})

const styles = createRoute({
  ...inAdmin('styles', 'Global Styles', {
    words: 'fonts typefaces',
    sidebar: { icon: Type, content: SUPER_ADMINS, management: ['editor'] },
  }),
  loader: loadFonts,
  component: lazy(() => import('../features/styles/styles-screen.tsx'), 'StylesScreen'),
})

const analytics = createRoute({
  ...inAdmin('analytics', 'Analytics', {
    words: 'views statistics most read',
    needs: 'analytics.read',
    sidebar: { icon: ChartNoAxesColumn, management: EDITORS },
  }),
  validateSearch: analyticsSearchSchema,
  ...loadsBySearch(toRange, async (range) => {
    const { viewNumbersQuery, storyNumbersQuery, subscriberNumbersQuery, publishNumbersQuery } =
      await import('../features/analytics/data/numbers.ts')
    return [
      viewNumbersQuery(range),
      storyNumbersQuery(range),
      subscriberNumbersQuery(range),
      publishNumbersQuery(range),
    ]
  }),
  component: lazy(() => import('../features/analytics/analytics-screen.tsx'), 'AnalyticsScreen'),
})

const users = createRoute({
  ...inAdmin('users', 'Users', {
    needs: 'users.read',
    words: 'people accounts roles invite colleagues',
    sidebar: { icon: Users, management: SUPER_ADMINS },
  }),
  validateSearch: usersSearchSchema,
  ...loadsBySearch(
    (search: z.infer<typeof usersSearchSchema>) => ({
      list: toPagedQuery(search),
      missing: toMissingQuery(search),
    }),
    async ({ list, missing }) => {
      const { authorsWithoutAccountQuery, userListQuery, userOverviewQuery } =
        await import('../features/users/data/users.ts')
      return [userListQuery(list), userOverviewQuery, authorsWithoutAccountQuery(missing)]
    },
  ),
  component: lazy(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
})

const auditLog = createRoute({
  ...inAdmin('audit-log', 'Audit Log', {
    words: 'history who changed what',
    needs: 'audit-log.read',
    sidebar: { icon: ScrollText, management: SUPER_ADMINS },
  }),
  validateSearch: auditLogSearchSchema,
  ...loadsBySearch(toFilteredQuery<AuditLogSearch>, async (query) => {
    const { auditActorsQuery, auditLogQuery } = await import('../features/audit-log/data/audit-log.ts')
    return [auditLogQuery(query), auditActorsQuery]
  }),
  component: lazy(() => import('../features/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
})

const settings = createRoute({
  ...inAdmin('settings', 'Settings', {
    words: 'site name tagline time zone checks',
    needs: 'settings.read',
    sidebar: { icon: Settings, management: EDITORS },
  }),
  loader: loads(async (role) => {
    const { settingsQueries } = await import('../features/settings/data/settings.ts')
    return settingsQueries(role)
  }),
  component: lazy(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const account = createRoute({
  ...inAdmin('account', 'Account'),
  loader: loads(async () => {
    const [{ secondFactorQuery }, { ownSessionsQuery }, { notificationChoicesQuery }] = await Promise.all([
      import('../features/account/data/second-factor.ts'),
      import('../features/account/data/sessions.ts'),
      import('../features/account/data/notification-choices.ts'),
    ])
    return [secondFactorQuery, ownSessionsQuery, notificationChoicesQuery]
  }),
  component: lazy(() => import('../features/account/account-screen.tsx'), 'AccountScreen'),
})

/** The screens with a link in the sidebar, in its order. */
export const sidebarScreens = [
  dashboard,
  articles,
  plan,
  fronts,
  pages,
  media,
  subscribers,
  messages,
  authors,
  categories,
  tags,
  redirects,
  templates,
  styles,
  analytics,
  users,
  auditLog,
  settings,
] as const

export const routeTree = rootRoute.addChildren([
  authRoute,
  adminRoute.addChildren([
    ...sidebarScreens,
    editFront,
    viewArticle,
    articleEditor.addChildren([newArticle, editArticle]),
    newTemplate,
    editTemplate,
    fonts,
    account,
  ]),
])
