import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '../../ui/format.ts'
import { TimeChart } from './charts/time-chart.tsx'
import { publishNumbersQuery } from './data/numbers.ts'
import { FigureCard } from './figure-card.tsx'
import { stateOf } from './figure-state.ts'
import { Headline } from './headline.tsx'
import { type Bucket, type Range, days as everyDay, rangeText } from './periods.ts'

const SCALE = (value: number) => (value === 0 ? '0 s' : formatDuration(value))
/** Publishes are kept for 30 days; a longer range would only be empty on its left. */
const KEPT_DAYS = 30

/** How long it takes from Publish to live. */
export function PublishFigures({ range }: { range: Range }) {
  const query = useQuery(publishNumbersQuery(range))
  const { publishes = 0, failed = 0, median_ms = null, p95_ms = null, days = [] } = query.data ?? {}
  const buckets = everyDay(range).slice(-KEPT_DAYS)
  const dayOf = ({ from }: Bucket) => days.find(({ day }) => day === from)
  return (
    <FigureCard
      state={stateOf(query, publishes > 0)}
      emptyText={
        failed > 0
          ? `No publish succeeded in this period; ${failed} failed.`
          : 'Nothing was published in this period.'
      }
      onRetry={() => void query.refetch()}
      title="From Publish to live"
      fileName="publish-times"
      className="lg:col-span-2"
      headline={
        median_ms !== null &&
        p95_ms !== null && (
          <Headline
            number={formatDuration(median_ms)}
            what={`is the median of ${publishes === 1 ? 'one publish' : `${publishes} publishes`}; 95 % took at most ${formatDuration(p95_ms)}; ${failed === 0 ? 'none' : failed} failed`}
          />
        )
      }
      note="Publishes are kept for 30 days. Building the whole site, when a publisher starts, is not a publish."
      table={{
        columns: ['Day', 'Publishes', 'Median', '95 %'],
        rows: buckets.flatMap((bucket) => {
          const numbers = dayOf(bucket)
          return numbers === undefined
            ? []
            : [
                [
                  rangeText(bucket),
                  numbers.publishes,
                  formatDuration(numbers.median_ms),
                  formatDuration(numbers.p95_ms),
                ],
              ]
        }),
      }}
    >
      <TimeChart
        title="From Publish to live, by day"
        buckets={buckets}
        format={SCALE}
        leastStep={10}
        series={[
          {
            label: 'Median',
            mark: 'bar',
            tone: 'viridian',
            values: buckets.map((bucket) => dayOf(bucket)?.median_ms ?? null),
          },
          {
            label: '95 % took at most',
            mark: 'dot',
            tone: 'marigold',
            values: buckets.map((bucket) => dayOf(bucket)?.p95_ms ?? null),
          },
        ]}
      />
    </FigureCard>
  )
}
