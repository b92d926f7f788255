import type { LucideIcon } from 'lucide-react'
import type { Role } from '../../../domain/people/role.ts'
import type { Screen, SidebarGroup } from '../../routing/admin-route.ts'
import { sidebarScreens } from '../screens.tsx'

type SidebarPath = (typeof sidebarScreens)[number]['to']

export interface NavItem {
  to: SidebarPath
  label: string
  /** Other words that find it. */
  words?: string | undefined
  icon: LucideIcon
  group: SidebarGroup
}

const GROUP_TITLES: Readonly<Record<SidebarGroup, string>> = { content: 'Content', management: 'Management' }
const GROUPS = ['content', 'management'] as const satisfies readonly SidebarGroup[]

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

/** A group of the sidebar. */
export interface NavGroupLinks {
  name: SidebarGroup
  title: string
  items: readonly NavItem[]
}

/** The sidebar's groups for a role, without empty groups. */
export function navGroups(role: Role): NavGroupLinks[] {
  const items = navItems(role)
  return GROUPS.map((name) => ({
    name,
    title: GROUP_TITLES[name],
    items: items.filter(({ group }) => group === name),
  })).filter((group) => group.items.length > 0)
}

/** Whether the titles of groups are shown: only where they part something, not one link or none from the others. */
export function haveTitles(groups: readonly NavGroupLinks[]): boolean {
  return groups.length > 1 && groups.every(({ items }) => items.length > 1)
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
