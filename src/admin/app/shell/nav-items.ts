import {
  ChartNoAxesColumn,
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
  type LucideIcon,
} from 'lucide-react'
import { SIDEBAR_ROLES, type Role } from '../../../domain/role.ts'
import { TITLES, type ScreenPath } from '../titles.ts'

type ItemId = keyof typeof SIDEBAR_ROLES

export interface NavItem {
  id: ItemId
  to: Exclude<ScreenPath, '/auth' | `/admin/${'articles' | 'templates'}/${string}`>
  label: string
  icon: LucideIcon
}

const PLACES: readonly [id: ItemId, to: NavItem['to'], icon: LucideIcon][] = [
  ['dashboard', '/admin', LayoutDashboard],
  ['articles', '/admin/articles', Newspaper],
  ['pages', '/admin/pages', FileText],
  ['media', '/admin/media', Images],
  ['subscribers', '/admin/subscribers', Mail],
  ['messages', '/admin/messages', MessageSquare],
  ['authors', '/admin/authors', UserPen],
  ['categories', '/admin/categories', FolderTree],
  ['tags', '/admin/tags', Tags],
  ['templates', '/admin/templates', LayoutTemplate],
  ['styles', '/admin/styles', Type],
  ['analytics', '/admin/analytics', ChartNoAxesColumn],
  ['users', '/admin/users', Users],
  ['settings', '/admin/settings', Settings],
]

/** What a person of this role finds in the sidebar, in order (admin spec §6). */
export function navItems(role: Role): NavItem[] {
  return PLACES.filter(([id]) => SIDEBAR_ROLES[id].includes(role)).map(([id, to, icon]) => ({
    id,
    to,
    icon,
    label: TITLES[to],
  }))
}

const MANAGEMENT_SIZE = 3

/** Content is all but the last three visible items, Management the last three (admin spec §2). */
export function navGroups(role: Role): { content: NavItem[]; management: NavItem[] } {
  const items = navItems(role)
  return { content: items.slice(0, -MANAGEMENT_SIZE), management: items.slice(-MANAGEMENT_SIZE) }
}
