import { useQuery } from '@tanstack/react-query'
import { can } from '../../../domain/role.ts'
import { templatesQuery } from '../../data/templates.ts'
import { useProfile } from '../../session/use-profile.ts'
import { NewArticleButton } from '../../components/new-article-button.tsx'
import { RoleBadge } from '../../components/role-badge.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { LatestBuilds } from './latest-builds.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentArticles } from './recent-articles.tsx'
import { StatCards } from './stat-cards.tsx'
import { WaitingArticles } from './waiting-articles.tsx'

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
