import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { Action, Role } from '../../domain/people/role.ts'
import { guarded, requireSession } from './guard.ts'

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
  parent?: '/admin/articles' | '/admin/fronts' | '/admin/imports' | '/admin/letters' | '/admin/templates'
  /** Draws its own top bar; the shell's shows on phones only, for the menu button. */
  hasTopBar?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}

export interface RouterContext {
  queryClient: QueryClient
}

/** The parents of all routes. `app/screens.tsx` adds the components that they draw around a screen. */
export const rootRoute = createRootRouteWithContext<RouterContext>()()

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'admin',
  beforeLoad: requireSession,
  ...guarded,
})

/** Route options of a screen inside the shell: its path, parent, title, and what `Screen` describes. */
export function inAdmin<const Path extends string>(
  path: Path,
  title: string,
  screen: Omit<Screen, 'title'> = {},
) {
  return { path, getParentRoute: () => adminRoute, staticData: { screen: { title, ...screen } } }
}
