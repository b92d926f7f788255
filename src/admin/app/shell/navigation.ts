import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../../domain/role.ts'
import { type Screen, type SidebarGroup, sidebarScreens } from '../screens.tsx'

type SidebarPath = (typeof sidebarScreens)[number]['to']

export interface NavItem {
  to: SidebarPath
  label: string
  /** Other words that find it. */
  words?: string | undefined
  icon: LucideIcon
  group: SidebarGroup
}

const GROUPS: readonly SidebarGroup[] = ['content', 'management']

/** Read at each call: a route has its address only once the router is created. */
function links() {
  return sidebarScreens.flatMap(({ to, options: { staticData } }) => {
    const screen = staticData?.screen
    return screen?.sidebar === undefined
      ? []
      : [{ to, label: screen.title, words: screen.words, ...screen.sidebar }]
  })
}

/** The sidebar's links for a role, in order. */
export function navItems(role: Role): NavItem[] {
  return links().flatMap(({ to, label, words, icon, ...roles }) => {
    const group = GROUPS.find((name) => roles[name]?.includes(role))
    return group === undefined ? [] : [{ to, label, words, icon, group }]
  })
}

export interface Crumb {
  label: string
  /** Null for the current screen. */
  to: SidebarPath | null
}

/** Breadcrumbs from the dashboard to a screen; only one for the dashboard itself. */
export function crumbs({ title, parent }: Screen): Crumb[] {
  const ancestors = links().filter(({ to, label }) => (to === '/admin' || to === parent) && label !== title)
  return [...ancestors.map(({ label, to }) => ({ label, to })), { label: title, to: null }]
}
