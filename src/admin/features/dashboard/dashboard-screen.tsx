import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, FolderTree, Plus, Users } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { NewArticleButton } from '../../components/new-article-button.tsx'
import { RoleBadge } from '../../components/role-badge.tsx'
import { templatesQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Card } from '../../ui/card.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { RecentArticles, WaitingArticles } from './article-cards.tsx'
import { LatestBuilds } from './latest-builds.tsx'
import { StatCards } from './stat-cards.tsx'

/** Counts, the articles that wait for review, and the last publishes. */
export function DashboardScreen() {
  const { full_name, email, role } = useProfile()
  const writes = can(role, 'articles.create')
  const { data: templates = [] } = useQuery({ ...templatesQuery, enabled: writes })
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      {writes && (
        <TopBarActions>
          <NewArticleButton templates={templates} />
        </TopBarActions>
      )}
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
        <ScreenTitle isInTopBar={false}>Welcome back, {full_name ?? email}</ScreenTitle>
        <RoleBadge role={role} />
      </div>
      <StatCards />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <RecentArticles />
          {writes && <WaitingArticles />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <QuickActions />
          {writes && <LatestBuilds />}
        </div>
      </div>
    </div>
  )
}

const ACTIONS = [
  { to: '/admin/articles/new', label: 'New Article', icon: Plus, needs: 'articles.create' },
  { to: '/admin/users', label: 'Manage Users', icon: Users, needs: 'users.manage' },
  { to: '/admin/categories', label: 'Categories', icon: FolderTree, needs: 'categories.write' },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartNoAxesColumn, needs: 'analytics.read' },
] as const

/** Links to what the role may do; none for a viewer. */
function QuickActions() {
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
