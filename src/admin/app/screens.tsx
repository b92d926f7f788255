import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  HeadContent,
  lazyRouteComponent,
  Outlet,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import {
  type LucideIcon,
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
  Settings,
  Tags,
  Type,
  UserPen,
  Users,
} from 'lucide-react'
import { type Role, EDITORS, SUPER_ADMINS, WRITERS } from '../../domain/role.ts'
import { pagedSearchSchema } from '../data/list-search.ts'
import { newArticleSearchSchema } from '../data/templates.ts'
import { analyticsSearchSchema } from '../features/analytics/periods.ts'
import { articlesSearchSchema } from '../features/articles/articles-search.ts'
import { mediaSearchSchema } from '../features/media/media-search.ts'
import { messagesSearchSchema } from '../features/messages/messages-search.ts'
import { pagesSearchSchema } from '../features/pages/pages-search.ts'
import { redirectsSearchSchema } from '../features/redirects/data/redirects.ts'
import { subscribersSearchSchema } from '../features/subscribers/subscribers-search.ts'
import { templatesSearchSchema } from '../features/templates/templates-search.ts'
import { usersSearchSchema } from '../features/users/users-search.ts'
import { namedSearchSchema } from '../resources/named/named-search.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { requireSession, skipWhenSignedIn } from './guard.ts'
import { LoadingPage, LoadingScreen } from './loading.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

export type SidebarGroup = 'content' | 'management'

/** What the shell knows of a route. Layout routes have none of this. */
export interface Screen {
  /** Its name in the browser's tab, the breadcrumbs and the sidebar. */
  title: string
  /** Its link in the sidebar: for each group, the roles that see it there. */
  sidebar?: { icon: LucideIcon } & Partial<Record<SidebarGroup, readonly Role[]>>
  /** The screen between the dashboard and this one in the breadcrumbs. */
  parent?: '/admin/articles' | '/admin/templates'
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
    meta: [{ title: `${matches.at(-1)?.staticData.screen?.title ?? 'Page not found'} · Mantel` }],
  }),
  component: () => (
    <>
      <HeadContent />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundScreen,
})

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'auth',
  staticData: { screen: { title: 'Sign in' } },
  beforeLoad: skipWhenSignedIn,
  pendingMs: 0,
  pendingComponent: LoadingPage,
  component: lazyRouteComponent(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: requireSession,
  pendingMs: 0,
  pendingComponent: LoadingPage,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'AdminLayout'),
})

/*
 * A loader starts the queries of its screen, also when a link to it is pointed at, and does not wait for them: the
 * screen shows its skeleton meanwhile. Queries are imported where they are used, to keep them out of the first bundle.
 */

const dashboard = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  staticData: {
    screen: {
      title: 'Dashboard',
      sidebar: { icon: LayoutDashboard, content: WRITERS, management: ['viewer'] },
    },
  },
  loader: ({ context: { queryClient } }) => {
    void import('../features/dashboard/data/stats.ts').then(({ statsQuery }) =>
      queryClient.prefetchQuery(statsQuery),
    )
    void import('../features/dashboard/data/article-lists.ts').then(({ recentQuery }) =>
      queryClient.prefetchQuery(recentQuery),
    )
  },
  component: lazyRouteComponent(
    () => import('../features/dashboard/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})

const articles = createRoute({
  getParentRoute: () => adminRoute,
  path: 'articles',
  validateSearch: articlesSearchSchema,
  staticData: {
    screen: {
      title: 'Articles',
      sidebar: { icon: Newspaper, content: EDITORS, management: ['contributor', 'viewer'] },
    },
  },
  component: lazyRouteComponent(() => import('../features/articles/articles-screen.tsx'), 'ArticlesScreen'),
})

const ArticleViewScreen = lazyPart(
  async () => (await import('../features/articles/article-view-screen.tsx')).ArticleViewScreen,
  LoadingScreen,
)

const viewArticle = createRoute({
  getParentRoute: () => adminRoute,
  path: 'articles/$id',
  staticData: { screen: { title: 'View Article', parent: '/admin/articles' } },
  loader: ArticleViewScreen.preload,
  component: function ViewArticle() {
    const { id } = viewArticle.useParams()
    return <ArticleViewScreen key={id} articleId={id} />
  },
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

const newArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/new',
  validateSearch: newArticleSearchSchema,
  staticData: { screen: { title: 'New Article', parent: '/admin/articles', hasTopBar: true } },
})

const editArticle = createRoute({
  getParentRoute: () => articleEditor,
  path: 'articles/$id/edit',
  staticData: { screen: { title: 'Edit Article', parent: '/admin/articles', hasTopBar: true } },
})

const pages = createRoute({
  getParentRoute: () => adminRoute,
  path: 'pages',
  validateSearch: pagesSearchSchema,
  staticData: { screen: { title: 'Pages', sidebar: { icon: FileText, content: SUPER_ADMINS } } },
  component: lazyRouteComponent(() => import('../features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const redirects = createRoute({
  getParentRoute: () => adminRoute,
  path: 'redirects',
  validateSearch: redirectsSearchSchema,
  staticData: { screen: { title: 'Redirects', sidebar: { icon: CornerUpRight, content: EDITORS } } },
  component: lazyRouteComponent(
    () => import('../features/redirects/redirects-screen.tsx'),
    'RedirectsScreen',
  ),
})

const media = createRoute({
  getParentRoute: () => adminRoute,
  path: 'media',
  validateSearch: mediaSearchSchema,
  staticData: {
    screen: {
      title: 'Media Library',
      sidebar: { icon: Images, content: EDITORS, management: ['contributor'] },
    },
  },
  component: lazyRouteComponent(() => import('../features/media/media-screen.tsx'), 'MediaScreen'),
})

const subscribers = createRoute({
  getParentRoute: () => adminRoute,
  path: 'subscribers',
  validateSearch: subscribersSearchSchema,
  staticData: { screen: { title: 'Subscribers', sidebar: { icon: Mail, content: EDITORS } } },
  component: lazyRouteComponent(
    () => import('../features/subscribers/subscribers-screen.tsx'),
    'SubscribersScreen',
  ),
})

const messages = createRoute({
  getParentRoute: () => adminRoute,
  path: 'messages',
  validateSearch: messagesSearchSchema,
  staticData: { screen: { title: 'Messages', sidebar: { icon: MessageSquare, content: EDITORS } } },
  component: lazyRouteComponent(() => import('../features/messages/messages-screen.tsx'), 'MessagesScreen'),
})

const authors = createRoute({
  getParentRoute: () => adminRoute,
  path: 'authors',
  validateSearch: pagedSearchSchema,
  staticData: { screen: { title: 'Authors', sidebar: { icon: UserPen, content: EDITORS } } },
  component: lazyRouteComponent(() => import('../features/authors/authors-screen.tsx'), 'AuthorsScreen'),
})

const categories = createRoute({
  getParentRoute: () => adminRoute,
  path: 'categories',
  validateSearch: namedSearchSchema,
  staticData: { screen: { title: 'Categories', sidebar: { icon: FolderTree, content: EDITORS } } },
  component: lazyRouteComponent(
    () => import('../features/categories/categories-screen.tsx'),
    'CategoriesScreen',
  ),
})

const tags = createRoute({
  getParentRoute: () => adminRoute,
  path: 'tags',
  validateSearch: namedSearchSchema,
  staticData: {
    screen: { title: 'Tags', sidebar: { icon: Tags, content: EDITORS, management: ['contributor'] } },
  },
  component: lazyRouteComponent(() => import('../features/tags/tags-screen.tsx'), 'TagsScreen'),
})

const templates = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates',
  validateSearch: templatesSearchSchema,
  staticData: { screen: { title: 'Templates', sidebar: { icon: LayoutTemplate, content: EDITORS } } },
  component: lazyRouteComponent(
    () => import('../features/templates/templates-screen.tsx'),
    'TemplatesScreen',
  ),
})

const TemplateEditorScreen = lazyPart(
  async () => (await import('../features/templates/template-editor-screen.tsx')).TemplateEditorScreen,
  LoadingScreen,
)

const newTemplate = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates/new',
  staticData: { screen: { title: 'New Template', parent: '/admin/templates' } },
  loader: TemplateEditorScreen.preload,
  component: () => <TemplateEditorScreen key="new" templateId={null} />,
})

const editTemplate = createRoute({
  getParentRoute: () => adminRoute,
  path: 'templates/$id',
  staticData: { screen: { title: 'Edit Template', parent: '/admin/templates' } },
  loader: TemplateEditorScreen.preload,
  component: function EditTemplate() {
    const { id } = editTemplate.useParams()
    return <TemplateEditorScreen key={id} templateId={id} />
  },
})

const fonts = createRoute({
  getParentRoute: () => adminRoute,
  path: 'fonts',
  staticData: { screen: { title: 'Fonts' } },
  component: lazyRouteComponent(() => import('../features/fonts/fonts-screen.tsx'), 'FontsScreen'),
})

const styles = createRoute({
  getParentRoute: () => adminRoute,
  path: 'styles',
  staticData: {
    screen: {
      title: 'Global Styles',
      sidebar: { icon: Type, content: SUPER_ADMINS, management: ['editor'] },
    },
  },
  component: lazyRouteComponent(() => import('../features/styles/styles-screen.tsx'), 'StylesScreen'),
})

const analytics = createRoute({
  getParentRoute: () => adminRoute,
  path: 'analytics',
  validateSearch: analyticsSearchSchema,
  staticData: { screen: { title: 'Analytics', sidebar: { icon: ChartNoAxesColumn, management: EDITORS } } },
  component: lazyRouteComponent(
    () => import('../features/analytics/analytics-screen.tsx'),
    'AnalyticsScreen',
  ),
})

const users = createRoute({
  getParentRoute: () => adminRoute,
  path: 'users',
  validateSearch: usersSearchSchema,
  staticData: { screen: { title: 'Users', sidebar: { icon: Users, management: SUPER_ADMINS } } },
  component: lazyRouteComponent(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
})

const settings = createRoute({
  getParentRoute: () => adminRoute,
  path: 'settings',
  staticData: { screen: { title: 'Settings', sidebar: { icon: Settings, management: EDITORS } } },
  component: lazyRouteComponent(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
})

/** The screens with a link in the sidebar, in its order. */
export const sidebarScreens = [
  dashboard,
  articles,
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
  settings,
] as const

export const routeTree = rootRoute.addChildren([
  authRoute,
  adminRoute.addChildren([
    ...sidebarScreens,
    viewArticle,
    articleEditor.addChildren([newArticle, editArticle]),
    newTemplate,
    editTemplate,
    fonts,
  ]),
])
