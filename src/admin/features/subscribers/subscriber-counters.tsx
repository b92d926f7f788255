import { Skeleton } from '../../ui/skeleton.tsx'
import type { SubscriberOverview } from './data/subscriber-overview.ts'

const COUNTERS = [
  ['total', 'Total Subscribers'],
  ['active', 'Active Subscribers'],
  ['this_month', 'This Month'],
] as const

/** Of all subscribers, whatever the filters. */
export function SubscriberCounters({ overview }: { overview: SubscriberOverview | undefined }) {
  return (
    <dl aria-busy={overview === undefined} className="grid grid-cols-3 gap-2.5 md:gap-4">
      {COUNTERS.map(([key, label]) => (
        <div
          key={key}
          className="flex flex-col justify-between gap-1 rounded-lg border border-rule bg-card p-3 md:p-4"
        >
          <dt className="text-xs text-soft md:text-sm">{label}</dt>
          <dd className="font-serif text-2xl tracking-[-0.02em] md:text-3xl">
            {overview === undefined ? (
              <Skeleton className="my-1 h-8 w-20" />
            ) : (
              overview[key].toLocaleString('en-GB')
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
