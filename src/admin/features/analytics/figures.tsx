import { useQuery } from '@tanstack/react-query'
import { UNCATEGORIZED, UNKNOWN_AUTHOR } from '../../story/fallback-names.ts'
import { ColorDot } from '../../ui/layout/color-dot.tsx'
import { formatDuration } from '../../ui/dates/format.ts'
import { TimeChart } from './charts/time-chart.tsx'
import { publishNumbersQuery, storyNumbersQuery, subscriberNumbersQuery } from './data/numbers.ts'
import { FigureCard, Headline, RankFigure, TimeFigure } from './figure-card.tsx'
import { type Bucket, type Range, days as everyDay, rangeText, runningTotal, sums, weeks } from './periods.ts'

/** What was published: when, in which category, by whom. */
export function StoryFigures({ range }: { range: Range }) {
  const query = useQuery(storyNumbersQuery(range))
  const { days = [], categories = [], authors = [] } = query.data ?? {}
  const buckets = weeks(range)
  const common = { query, emptyText: 'No stories were published in this period.' }
  return (
    <>
      <TimeFigure
        {...common}
        title="Stories by week"
        fileName="stories-by-week"
        className="lg:col-span-2"
        what={(total) => (total === 1 ? 'story published' : 'stories published')}
        columns={['Week', 'Stories']}
        buckets={buckets}
        values={sums(buckets, days, 'stories')}
      />
      <RankFigure
        {...common}
        title="Stories by category"
        fileName="stories-by-category"
        columns={['Category', 'Stories']}
        bars={categories.map(({ name, color, stories }) => ({
          key: name ?? '',
          name: name ?? UNCATEGORIZED,
          value: stories,
          label: (
            <span className="inline-flex items-center gap-2">
              {color !== null && <ColorDot color={color} />}
              {name ?? UNCATEGORIZED}
            </span>
          ),
        }))}
      />
      <RankFigure
        {...common}
        title="Stories by author"
        fileName="stories-by-author"
        columns={['Author', 'Stories']}
        bars={authors.map(({ name, stories }, index) => ({
          key: String(index),
          name: name ?? UNKNOWN_AUTHOR,
          value: stories,
        }))}
      />
    </>
  )
}

/** Newsletter subscriptions by week and by source page. */
export function SubscriberFigures({ range }: { range: Range }) {
  const query = useQuery(subscriberNumbersQuery(range))
  const { active_before = 0, days = [], sources = [] } = query.data ?? {}
  const buckets = weeks(range)
  return (
    <>
      <TimeFigure
        query={query}
        emptyText="Nobody subscribed in this period."
        title="New subscribers by week"
        fileName="new-subscribers"
        what={() => 'subscribed'}
        note="Counts those who are subscribed today."
        columns={['Week', 'Subscribed']}
        buckets={buckets}
        values={sums(buckets, days, 'joined')}
      />
      <TimeFigure
        query={query}
        emptyText="The newsletter has no subscribers yet."
        title="Active subscribers"
        fileName="active-subscribers"
        what={() => 'active today'}
        note="Those who are still subscribed today, by the week they came."
        columns={['Until the end of', 'Active']}
        buckets={buckets}
        values={runningTotal(active_before, sums(buckets, days, 'active'))}
        mark="line"
      />
      <RankFigure
        query={query}
        emptyText="Nobody subscribed in this period."
        title="Subscribers by source page"
        fileName="subscribers-by-source"
        className="lg:col-span-2"
        columns={['Page', 'Subscribed']}
        bars={sources.map(({ source, joined }) => ({
          key: source,
          name: source || 'Unknown',
          value: joined,
        }))}
      />
    </>
  )
}

const formatScale = (value: number) => (value === 0 ? '0 s' : formatDuration(value))
/** Publishes are kept for 30 days; a longer range would only be empty on its left. */
const KEPT_DAYS = 30

/** The time from Publish to live. */
export function PublishFigures({ range }: { range: Range }) {
  const query = useQuery(publishNumbersQuery(range))
  const { publishes = 0, failed = 0, median_ms = null, p95_ms = null, days = [] } = query.data ?? {}
  const buckets = everyDay(range).slice(-KEPT_DAYS)
  const dayOf = ({ from }: Bucket) => days.find(({ day }) => day === from)
  return (
    <FigureCard
      query={query}
      hasData={publishes > 0}
      emptyText={
        failed > 0
          ? `No publish succeeded in this period; ${failed} failed.`
          : 'Nothing was published in this period.'
      }
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
          if (numbers === undefined) return []
          const times = [numbers.median_ms, numbers.p95_ms].map(formatDuration)
          return [[rangeText(bucket), numbers.publishes, ...times]]
        }),
      }}
    >
      <TimeChart
        title="From Publish to live, by day"
        buckets={buckets}
        format={formatScale}
        minStep={10}
        series={[
          {
            label: 'Median',
            mark: 'bar',
            tone: 'prussian',
            values: buckets.map((bucket) => dayOf(bucket)?.median_ms ?? null),
          },
          {
            label: '95 % took at most',
            mark: 'dot',
            tone: 'vermilion',
            values: buckets.map((bucket) => dayOf(bucket)?.p95_ms ?? null),
          },
        ]}
      />
    </FigureCard>
  )
}
