import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, FolderTree, Plus, Users } from 'lucide-react'
import { hasRole, QUICK_ACTION_ROLES } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Card } from '../../ui/card.tsx'

const ACTIONS = [
  { id: 'newArticle', to: '/admin/articles/new', label: 'New Article', icon: Plus },
  { id: 'manageUsers', to: '/admin/users', label: 'Manage Users', icon: Users },
  { id: 'categories', to: '/admin/categories', label: 'Categories', icon: FolderTree },
  { id: 'analytics', to: '/admin/analytics', label: 'Analytics', icon: ChartNoAxesColumn },
] as const

/** Shortcuts by role; a viewer has none. */
export function QuickActions() {
  const profile = useProfile()
  const shown = ACTIONS.filter(({ id }) => hasRole(profile, QUICK_ACTION_ROLES[id]))
  if (shown.length === 0) return null
  return (
    <Card title="Quick Actions">
      <ul className="flex flex-col gap-0.5">
        {shown.map(({ id, to, label, icon: Icon }) => (
          <li key={id}>
            <Link to={to} className="-mx-2 flex items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-tint">
              <Icon aria-hidden className="size-4 text-soft" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
