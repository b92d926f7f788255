/** What a screen is called, in the breadcrumbs, the sidebar and the browser's tab (admin spec §2). */
export const TITLES = {
  '/auth': 'Sign in',
  '/admin': 'Dashboard',
  '/admin/articles': 'Articles',
  '/admin/articles/new': 'New Article',
  '/admin/articles/$id': 'View Article',
  '/admin/articles/$id/edit': 'Edit Article',
  '/admin/pages': 'Pages',
  '/admin/categories': 'Categories',
  '/admin/tags': 'Tags',
  '/admin/media': 'Media Library',
  '/admin/subscribers': 'Subscribers',
  '/admin/messages': 'Messages',
  '/admin/authors': 'Authors',
  '/admin/fonts': 'Fonts',
  '/admin/styles': 'Global Styles',
  '/admin/users': 'Users',
  '/admin/templates': 'Templates',
  '/admin/templates/new': 'New Template',
  '/admin/templates/$id': 'Edit Template',
  '/admin/analytics': 'Analytics',
  '/admin/settings': 'Settings',
} as const

export type ScreenPath = keyof typeof TITLES

/** The screen of a route; the router writes the dashboard's with a slash at the end. Null for an unknown address. */
export function screenOf(route: string | undefined): ScreenPath | null {
  const path = route?.replace(/(.)\/$/, '$1')
  return path !== undefined && path in TITLES ? (path as ScreenPath) : null
}

export interface Crumb {
  label: string
  /** Null for the screen one is on. */
  to: '/admin' | '/admin/articles' | '/admin/templates' | null
}

/** The way from the dashboard to a screen; the dashboard alone is one crumb. */
export function crumbs(path: ScreenPath): Crumb[] {
  if (path === '/admin') return [{ label: TITLES[path], to: null }]
  const way: Crumb[] = [{ label: TITLES['/admin'], to: '/admin' }]
  if (path.startsWith('/admin/articles/'))
    way.push({ label: TITLES['/admin/articles'], to: '/admin/articles' })
  if (path.startsWith('/admin/templates/'))
    way.push({ label: TITLES['/admin/templates'], to: '/admin/templates' })
  return [...way, { label: TITLES[path], to: null }]
}
