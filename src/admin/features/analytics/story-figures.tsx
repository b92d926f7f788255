import { useQuery } from '@tanstack/react-query'
import { UNCATEGORIZED, UNKNOWN_AUTHOR } from '../../../domain/fallback-names.ts'
import { ColorDot } from '../../ui/color-dot.tsx'
import { BarList } from './charts/bar-list.tsx'
import { TimeChart } from './charts/time-chart.tsx'
import { storyNumbersQuery } from './data/numbers.ts'
import { FigureCard } from './figure-card.tsx'
import { stateOf } from './figure-state.ts'
import { Headline } from './headline.tsx'
import { type Range, rangeText, sums, weeks } from './periods.ts'

const NONE = 'No stories were published in this period.'

/** What was published: when, in which category, by whom. */
export function StoryFigures({ range }: { range: Range }) {
  const query = useQuery(storyNumbersQuery(range))
  const { days = [], categories = [], authors = [] } = query.data ?? {}
  const buckets = weeks(range)
  const values = sums(buckets, days, 'stories')
  const total = values.reduce((sum, value) => sum + value, 0)
  const common = { state: stateOf(query, total > 0), emptyText: NONE, onRetry: () => void query.refetch() }
  return (
    <>
      <FigureCard
        {...common}
        title="Stories by week"
        fileName="stories-by-week"
        className="lg:col-span-2"
        headline={<Headline number={total} what={total === 1 ? 'story published' : 'stories published'} />}
        table={{
          columns: ['Week', 'Stories'],
          rows: buckets.map((bucket, index) => [rangeText(bucket), values[index] ?? 0]),
        }}
      >
        <TimeChart
          title="Stories by week"
          buckets={buckets}
          series={[{ label: 'Stories', mark: 'bar', tone: 'viridian', values }]}
        />
      </FigureCard>
      <FigureCard
        {...common}
        title="Stories by category"
        fileName="stories-by-category"
        table={{
          columns: ['Category', 'Stories'],
          rows: categories.map(({ name, stories }) => [name ?? UNCATEGORIZED, stories]),
        }}
      >
        <BarList
          bars={categories.map(({ name, color, stories }) => ({
            key: name ?? '',
            value: stories,
            label: (
              <span className="inline-flex items-center gap-2">
                {color !== null && <ColorDot color={color} />}
                {name ?? UNCATEGORIZED}
              </span>
            ),
          }))}
        />
      </FigureCard>
      <FigureCard
        {...common}
        title="Stories by author"
        fileName="stories-by-author"
        table={{
          columns: ['Author', 'Stories'],
          rows: authors.map(({ name, stories }) => [name ?? UNKNOWN_AUTHOR, stories]),
        }}
      >
        <BarList
          bars={authors.map(({ name, stories }, index) => ({
            key: String(index),
            label: name ?? UNKNOWN_AUTHOR,
            value: stories,
          }))}
        />
      </FigureCard>
    </>
  )
}
