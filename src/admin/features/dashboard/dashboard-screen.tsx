import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, FolderTree, Minus, Plus, TrendingDown, TrendingUp, Users } from 'lucide-react'
import { can } from '../../../domain/people/role.ts'
import { ArticleStatusDot } from '../../components/article-status-dot.tsx'
import { NewArticleButton } from '../../story/new-article-button.tsx'
import { RoleBadge } from '../../components/account/role-badge.tsx'
import { useAuthorName } from '../../data/people/author-name.ts'
import { useProfile } from '../../session/use-profile.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { formatDateTime } from '../../ui/dates/format.ts'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { type ListedArticle, recentQuery } from './data/recent.ts'
import {
  type Build,
  buildExtent,
  buildsQuery,
  buildState,
  buildSubjects,
  builtTitlesQuery,
} from './data/builds.ts'
import { pictureProgressQuery } from './data/picture-progress.ts'
import { publishProblemsQuery } from './data/publish-problems.ts'
import { type DashboardStats, type Stat, PERIOD_DAYS, statsQuery, trendOf } from './data/stats.ts'
import { BackupsCard } from './backups-card.tsx'
import { WaitingCard } from './waiting-card.tsx'

export function DashboardScreen() {
  const { full_name, email, role } = useProfile()
  const writes = can(role, 'articles.create')
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-5 p-4 md:p-7">
      {writes && (
        <TopBarActions>
          <NewArticleButton />
        </TopBarActions>
      )}
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
        <ScreenTitle isInTopBar={false}>Welcome back, {full_name ?? email}</ScreenTitle>
        <RoleBadge role={role} />
      </div>
      {writes && <WaitingCard />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <RecentArticles />
        <div className="flex min-w-0 flex-col gap-5 lg:row-span-2">
          <QuickActions />
          {writes && <PicturesLeft />}
          {writes && <PublishProblems />}
          {can(role, 'backups.read') && <BackupsCard />}
          {writes && <LatestBuilds />}
        </div>
        <StatCards />
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

const CARDS: readonly { key: keyof DashboardStats; label: string; counted: string }[] = [
  { key: 'articles', label: 'Total Articles', counted: 'started' },
  { key: 'published', label: 'Published', counted: 'published' },
  { key: 'drafts', label: 'Drafts', counted: 'started' },
  { key: 'categories', label: 'Categories', counted: 'added' },
]

const NO_STAT: Stat = { total: 0, current: 0, previous: 0 }

const ARROWS = { up: TrendingUp, down: TrendingDown, stable: Minus } as const

function StatCards() {
  const { data, isLoadingError, error, refetch } = useQuery(statsQuery)
  if (isLoadingError) {
    return (
      <Card>
        <QueryError title="Failed to load the figures" error={error} refetch={refetch} />
      </Card>
    )
  }
  return (
    <ul aria-busy={data === undefined} className="grid grid-cols-2 gap-3 md:gap-4">
      {CARDS.map(({ key, label, counted }) => (
        <li key={key} className="rounded-lg border border-rule bg-card p-4">
          <h2 className="text-sm text-soft">{label}</h2>
          {data === undefined ? (
            // As high as figures are.
            <div aria-hidden className="animate-pulse rounded-md bg-tint *:invisible">
              <StatFigures stat={NO_STAT} counted={counted} />
            </div>
          ) : (
            <StatFigures stat={data[key]} counted={counted} />
          )}
        </li>
      ))}
    </ul>
  )
}

function StatFigures({ stat, counted }: { stat: Stat; counted: string }) {
  const { direction, text } = trendOf(stat)
  const Arrow = ARROWS[direction]
  return (
    <>
      <p className="mt-1 font-serif text-3xl tracking-[-0.02em]">{formatNumber(stat.total)}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-1.5 text-xs text-soft">
        <Arrow aria-hidden className="size-3.5" />
        <span className="font-semibold text-ink">{text}</span>
        <span>{`${stat.current} ${counted} in ${PERIOD_DAYS} days, ${stat.previous} in the ${PERIOD_DAYS} before`}</span>
      </p>
    </>
  )
}

const CARD_LINK = '-my-1.5 rounded-sm py-1.5 text-sm text-prussian hover:underline'

/** Maximum of recent articles, of the five that are fetched. */
const MAX_SHOWN = 3

function RecentArticles() {
  const { data, isPending, error, refetch } = useQuery(recentQuery)
  return (
    <Card
      title="Recent Articles"
      aside={
        <Link to="/admin/articles" className={CARD_LINK}>
          View All
        </Link>
      }
    >
      {isPending ? (
        <Skeleton className="h-40" />
      ) : data === undefined ? (
        <QueryError title="Failed to load recent articles" error={error} refetch={refetch} />
      ) : data.length === 0 ? (
        <EmptyState title="No articles yet. Create your first article to get started!" />
      ) : (
        <ArticleLines articles={data.slice(0, MAX_SHOWN)} />
      )}
    </Card>
  )
}

/** Stories that link to their screens. */
function ArticleLines({ articles }: { articles: readonly ListedArticle[] }) {
  const authorName = useAuthorName()
  return (
    <ul className="divide-y divide-rule">
      {articles.map((article) => (
        <li
          key={article.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <Link
              to="/admin/articles/$id"
              params={{ id: article.id }}
              className="block truncate rounded-sm font-serif text-lg hover:underline"
            >
              {article.title}
            </Link>
            <p className="truncate text-xs text-soft">
              {[authorName(article.author_id), `Changed ${formatDateTime(article.updated_at)}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <ArticleStatusDot article={article} />
        </li>
      ))}
    </ul>
  )
}

/** How many copies of pictures are yet to be made, as after a first start; nothing when none are. */
function PicturesLeft() {
  const { data: left } = useQuery(pictureProgressQuery)
  if (!left) return null
  return (
    <Card title="Pictures">
      <p className="text-sm text-soft">
        Pictures are still being resized: {left === 1 ? 'one size is' : `${formatNumber(left)} sizes are`}{' '}
        left. Readers see all pictures already; pages load faster once this is done.
      </p>
    </Card>
  )
}

/** What could not be published; nothing when there are no such problems. */
function PublishProblems() {
  const { data = [] } = useQuery(publishProblemsQuery)
  if (data.length === 0) return null
  return (
    <Card title="Not Published">
      <ul className="divide-y divide-rule">
        {data.map(({ entity, entity_id, subject, reason, since }) => (
          <li key={`${entity} ${entity_id}`} className="py-2 first:pt-0 last:pb-0">
            <div className="flex items-baseline justify-between gap-3">
              {entity === 'articles' ? (
                <Link
                  to="/admin/articles/$id"
                  params={{ id: entity_id }}
                  className="min-w-0 truncate rounded-sm hover:underline"
                >
                  {subject}
                </Link>
              ) : (
                <span className="min-w-0 break-words">{subject}</span>
              )}
              <time dateTime={since} className="shrink-0 text-xs text-soft">
                {formatDateTime(since)}
              </time>
            </div>
            <p className="mt-0.5 text-xs break-words text-madder">{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LatestBuilds() {
  return (
    <Card title="Last Publishes">
      <BuildList />
    </Card>
  )
}

function BuildList() {
  const { data, isPending, error, refetch } = useQuery(buildsQuery)
  const ids = data?.map(({ id }) => id) ?? []
  const { data: titles = {} } = useQuery({ ...builtTitlesQuery(ids), enabled: ids.length > 0 })
  if (isPending) return <Skeleton className="h-32" />
  if (data === undefined)
    return <QueryError title="Failed to load the last publishes" error={error} refetch={refetch} />
  if (data.length === 0) return <p className="text-sm text-soft">Nothing has been published yet.</p>
  return (
    <ul className="divide-y divide-rule">
      {data.map((build) => (
        <li key={build.id} className="py-2 first:pt-0 last:pb-0">
          <div className="flex items-center justify-between gap-3">
            <BuildStateDot build={build} />
            <time dateTime={build.started_at} className="text-xs text-soft">
              {formatDateTime(build.started_at)}
            </time>
          </div>
          {(titles[build.id]?.length ?? 0) > 0 && (
            <p className="mt-0.5 line-clamp-2 pl-4 text-sm break-words">
              {buildSubjects(titles[build.id] ?? [])}
            </p>
          )}
          <p className="mt-0.5 pl-4 text-xs text-soft">{buildExtent(build)}</p>
          {build.error !== null && (
            <p className="mt-0.5 pl-4 text-xs break-words text-madder">{build.error}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function BuildStateDot({ build }: { build: Build }) {
  const { tone, text } = buildState(build)
  return <StatusDot tone={tone}>{text}</StatusDot>
}
