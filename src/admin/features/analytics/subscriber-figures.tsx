import { useQuery } from '@tanstack/react-query'
import { BarList } from './charts/bar-list.tsx'
import { TimeChart } from './charts/time-chart.tsx'
import { subscriberNumbersQuery } from './data/numbers.ts'
import { FigureCard } from './figure-card.tsx'
import { stateOf } from './figure-state.ts'
import { Headline } from './headline.tsx'
import { type Range, rangeText, runningTotal, sums, weeks } from './periods.ts'

/** Newsletter subscriptions by day and by source page. */
export function SubscriberFigures({ range }: { range: Range }) {
  const query = useQuery(subscriberNumbersQuery(range))
  const { active_before = 0, days = [], sources = [] } = query.data ?? {}
  const buckets = weeks(range)
  const joined = sums(buckets, days, 'joined')
  const active = runningTotal(active_before, sums(buckets, days, 'active'))
  const total = joined.reduce((sum, value) => sum + value, 0)
  const now = active.at(-1) ?? 0
  const onRetry = () => void query.refetch()
  return (
    <>
      <FigureCard
        state={stateOf(query, total > 0)}
        emptyText="Nobody subscribed in this period."
        onRetry={onRetry}
        title="New subscribers by week"
        fileName="new-subscribers"
        headline={<Headline number={total} what="subscribed" />}
        note="Counts everyone who subscribed, also those who have left since."
        table={{
          columns: ['Week', 'Subscribed'],
          rows: buckets.map((bucket, index) => [rangeText(bucket), joined[index] ?? 0]),
        }}
      >
        <TimeChart
          title="New subscribers by week"
          buckets={buckets}
          series={[{ label: 'Subscribed', mark: 'bar', tone: 'viridian', values: joined }]}
        />
      </FigureCard>
      <FigureCard
        state={stateOf(query, now > 0)}
        emptyText="The newsletter has no subscribers yet."
        onRetry={onRetry}
        title="Active subscribers"
        fileName="active-subscribers"
        headline={<Headline number={now} what="active today" />}
        note="Those who are still subscribed today, by the week they came."
        table={{
          columns: ['Until the end of', 'Active'],
          rows: buckets.map((bucket, index) => [rangeText(bucket), active[index] ?? 0]),
        }}
      >
        <TimeChart
          title="Active subscribers"
          buckets={buckets}
          series={[{ label: 'Active', mark: 'line', tone: 'viridian', values: active }]}
        />
      </FigureCard>
      <FigureCard
        state={stateOf(query, sources.length > 0)}
        emptyText="Nobody subscribed in this period."
        onRetry={onRetry}
        title="Subscribers by source page"
        fileName="subscribers-by-source"
        className="lg:col-span-2"
        table={{
          columns: ['Page', 'Subscribed'],
          rows: sources.map(({ source, joined }) => [source || 'Unknown', joined]),
        }}
      >
        <BarList
          bars={sources.map(({ source, joined }) => ({
            key: source,
            label: source || 'Unknown',
            value: joined,
          }))}
        />
      </FigureCard>
    </>
  )
}
