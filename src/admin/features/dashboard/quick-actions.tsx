import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, FolderTree, Plus, Users } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Card } from '../../ui/card.tsx'

const ACTIONS = [
  { to: '/admin/articles/new', label: 'New Article', icon: Plus, needs: 'articles.create' },
  { to: '/admin/users', label: 'Manage Users', icon: Users, needs: 'users.manage' },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree, needs: 'categories.write' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartNoAxesColumn, needs: 'analytics.read' },
] as const

/** Links to what the role may do; none for a viewer. */
export function QuickActions() {
  const { role } = useProfile()
  const shown = ACTIONS.filter(({ needs }) => can(role, needs))
  if (shown.length === 0) return null
  return (
    <Card title="Quick Actions">
      <ul className="flex flex-col gap-0.5">
        {shown.map(({ to, label, icon: Icon }) => (
          <li key={to}>
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
