import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BarList } from './charts/bar-list.tsx'
import { TimeChart } from './charts/time-chart.tsx'
import { viewNumbersQuery } from './data/numbers.ts'
import { FigureCard } from './figure-card.tsx'
import { stateOf } from './figure-state.ts'
import { Headline } from './headline.tsx'
import { type Period, type Range, days as everyDay, rangeText, sums, weeks } from './periods.ts'

const NONE = 'No views counted yet in this period.'

/** What was read. */
export function ViewFigures({ range, period }: { range: Range; period: Period }) {
  const query = useQuery(viewNumbersQuery(range))
  const { days = [], stories = [] } = query.data ?? {}
  const byWeek = period === '12m'
  const buckets = byWeek ? weeks(range) : everyDay(range)
  const values = sums(buckets, days, 'views')
  const total = values.reduce((sum, value) => sum + value, 0)
  const title = byWeek ? 'Views by week' : 'Views by day'
  const onRetry = () => void query.refetch()
  return (
    <>
      <FigureCard
        state={stateOf(query, total > 0)}
        emptyText={NONE}
        onRetry={onRetry}
        title={title}
        fileName="views"
        headline={<Headline number={total} what={total === 1 ? 'view' : 'views'} />}
        note="A view is a story that was scrolled or looked at for ten seconds. Nothing is known of who reads; readers who ask not to be tracked are not counted."
        table={{
          columns: [byWeek ? 'Week' : 'Day', 'Views'],
          rows: buckets.map((bucket, index) => [rangeText(bucket), values[index] ?? 0]),
        }}
      >
        <TimeChart
          title={title}
          buckets={buckets}
          series={[{ label: 'Views', mark: 'bar', tone: 'viridian', values }]}
        />
      </FigureCard>
      <FigureCard
        state={stateOf(query, stories.length > 0)}
        emptyText={NONE}
        onRetry={onRetry}
        title="Most read"
        fileName="most-read"
        table={{ columns: ['Story', 'Views'], rows: stories.map(({ title, views }) => [title, views]) }}
      >
        <BarList
          bars={stories.map(({ id, title, views }) => ({
            key: id,
            value: views,
            label: (
              <Link to="/admin/articles/$id" params={{ id }} className="rounded-sm hover:underline">
                {title}
              </Link>
            ),
          }))}
        />
      </FigureCard>
    </>
  )
}
