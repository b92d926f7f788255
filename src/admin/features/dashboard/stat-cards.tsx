import { useQuery } from '@tanstack/react-query'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { type DashboardStats, type Stat, statsQuery } from './data/stats.ts'
import { PERIOD_DAYS, trendOf } from './trend.ts'

const CARDS: readonly { key: keyof DashboardStats; label: string; counted: string }[] = [
  { key: 'articles', label: 'Total Articles', counted: 'started' },
  { key: 'published', label: 'Published', counted: 'published' },
  { key: 'drafts', label: 'Drafts', counted: 'started' },
  { key: 'categories', label: 'Categories', counted: 'added' },
]

const ARROWS = { up: TrendingUp, down: TrendingDown, stable: Minus } as const

export function StatCards() {
  const { data, isError, refetch } = useQuery(statsQuery)
  if (isError) return <ErrorState title="Failed to load the figures" onRetry={() => void refetch()} />
  return (
    <ul aria-busy={data === undefined} className="grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      {CARDS.map(({ key, label, counted }) => (
        <li key={key} className="rounded-lg border border-rule bg-card p-4">
          <h2 className="text-sm text-soft">{label}</h2>
          {data === undefined ? (
            <Skeleton className="mt-2 mb-1 h-16" />
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
