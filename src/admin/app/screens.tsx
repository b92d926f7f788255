import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  HeadContent,
  lazyRouteComponent as lazy,
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
import { LoadingPage, LoadingScreen, NotFoundScreen } from './loading.tsx'

export type SidebarGroup = 'content' | 'management'

/** The data of a route for sidebar, breadcrumbs and titles. Layout routes have none. */
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
  component: lazy(() => import('../features/auth/auth-screen.tsx'), 'AuthScreen'),
})

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: requireSession,
  pendingMs: 0,
  pendingComponent: LoadingPage,
  component: lazy(() => import('./shell/shell.tsx'), 'AdminLayout'),
})

/** What the screens of the admin have in common, with what the shell knows of this one. */
function inAdmin<const Path extends string>(path: Path, title: string, screen: Omit<Screen, 'title'> = {}) {
  return { path, getParentRoute: () => adminRoute, staticData: { screen: { title, ...screen } } }
}

/*
 * A loader starts the queries of its screen, also when a link to it is pointed at, and does not wait for them: the
 * screen shows its skeleton meanwhile. Queries are imported where they are used, to keep them out of the first bundle.
 */

const dashboard = createRoute({
  ...inAdmin('/', 'Dashboard', {
    sidebar: { icon: LayoutDashboard, content: WRITERS, management: ['viewer'] },
  }),
  loader: ({ context: { queryClient } }) => {
    void import('../features/dashboard/data/stats.ts').then(({ statsQuery }) =>
      queryClient.prefetchQuery(statsQuery),
    )
    void import('../features/dashboard/data/article-lists.ts').then(({ recentQuery }) =>
      queryClient.prefetchQuery(recentQuery),
    )
  },
  component: lazy(() => import('../features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const articles = createRoute({
  ...inAdmin('articles', 'Articles', {
    sidebar: { icon: Newspaper, content: EDITORS, management: ['contributor', 'viewer'] },
  }),
  validateSearch: articlesSearchSchema,
  component: lazy(() => import('../features/articles/articles-screen.tsx'), 'ArticlesScreen'),
})

const viewArticle = createRoute({
  ...inAdmin('articles/$id', 'View Article', { parent: '/admin/articles' }),
  remountDeps: ({ params }) => params.id,
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
  ...inAdmin('pages', 'Pages', { sidebar: { icon: FileText, content: SUPER_ADMINS } }),
  validateSearch: pagesSearchSchema,
  component: lazy(() => import('../features/pages/pages-screen.tsx'), 'PagesScreen'),
})

const redirects = createRoute({
  ...inAdmin('redirects', 'Redirects', { sidebar: { icon: CornerUpRight, content: EDITORS } }),
  validateSearch: redirectsSearchSchema,
  component: lazy(() => import('../features/redirects/redirects-screen.tsx'), 'RedirectsScreen'),
})

const media = createRoute({
  ...inAdmin('media', 'Media Library', {
    sidebar: { icon: Images, content: EDITORS, management: ['contributor'] },
  }),
  validateSearch: mediaSearchSchema,
  component: lazy(() => import('../features/media/media-screen.tsx'), 'MediaScreen'),
})

const subscribers = createRoute({
  ...inAdmin('subscribers', 'Subscribers', { sidebar: { icon: Mail, content: EDITORS } }),
  validateSearch: subscribersSearchSchema,
  component: lazy(() => import('../features/subscribers/subscribers-screen.tsx'), 'SubscribersScreen'),
})

const messages = createRoute({
  ...inAdmin('messages', 'Messages', { sidebar: { icon: MessageSquare, content: EDITORS } }),
  validateSearch: messagesSearchSchema,
  component: lazy(() => import('../features/messages/messages-screen.tsx'), 'MessagesScreen'),
})

const authors = createRoute({
  ...inAdmin('authors', 'Authors', { sidebar: { icon: UserPen, content: EDITORS } }),
  validateSearch: pagedSearchSchema,
  component: lazy(() => import('../features/authors/authors-screen.tsx'), 'AuthorsScreen'),
})

const categories = createRoute({
  ...inAdmin('categories', 'Categories', { sidebar: { icon: FolderTree, content: EDITORS } }),
  validateSearch: namedSearchSchema,
  component: lazy(() => import('../features/categories/categories-screen.tsx'), 'CategoriesScreen'),
})

const tags = createRoute({
  ...inAdmin('tags', 'Tags', { sidebar: { icon: Tags, content: EDITORS, management: ['contributor'] } }),
  validateSearch: namedSearchSchema,
  component: lazy(() => import('../features/tags/tags-screen.tsx'), 'TagsScreen'),
})

const templates = createRoute({
  ...inAdmin('templates', 'Templates', { sidebar: { icon: LayoutTemplate, content: EDITORS } }),
  validateSearch: templatesSearchSchema,
  component: lazy(() => import('../features/templates/templates-screen.tsx'), 'TemplatesScreen'),
})

const TemplateEditorScreen = lazy(
  () => import('../features/templates/template-editor.tsx'),
  'TemplateEditorScreen',
)

const newTemplate = createRoute({
  ...inAdmin('templates/new', 'New Template', { parent: '/admin/templates' }),
  component: TemplateEditorScreen,
})

const editTemplate = createRoute({
  ...inAdmin('templates/$id', 'Edit Template', { parent: '/admin/templates' }),
  remountDeps: ({ params }) => params.id,
  component: TemplateEditorScreen,
})

const fonts = createRoute({
  ...inAdmin('fonts', 'Fonts'),
  component: lazy(() => import('../features/fonts/fonts-screen.tsx'), 'FontsScreen'),
})

const styles = createRoute({
  ...inAdmin('styles', 'Global Styles', {
    sidebar: { icon: Type, content: SUPER_ADMINS, management: ['editor'] },
  }),
  component: lazy(() => import('../features/styles/styles-screen.tsx'), 'StylesScreen'),
})

const analytics = createRoute({
  ...inAdmin('analytics', 'Analytics', { sidebar: { icon: ChartNoAxesColumn, management: EDITORS } }),
  validateSearch: analyticsSearchSchema,
  component: lazy(() => import('../features/analytics/analytics-screen.tsx'), 'AnalyticsScreen'),
})

const users = createRoute({
  ...inAdmin('users', 'Users', { sidebar: { icon: Users, management: SUPER_ADMINS } }),
  validateSearch: usersSearchSchema,
  component: lazy(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
})

const settings = createRoute({
  ...inAdmin('settings', 'Settings', { sidebar: { icon: Settings, management: EDITORS } }),
  component: lazy(() => import('../features/settings/settings-screen.tsx'), 'SettingsScreen'),
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
