import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { readableAddress } from '../../../domain/site/address.ts'
import { buttonClass } from '../../ui/layout/button.tsx'
import { TimeChart } from './charts/time-chart.tsx'
import {
  type ReadingListName,
  type ReadingNumbers,
  type ReadingRow,
  readingNumbersQuery,
} from './data/numbers.ts'
import { FigureCard, Headline } from './figure-card.tsx'
import { type Compared, bucketsOf, rangeText, sums } from './periods.ts'
import { type NumberColumn, RankTable } from './rank-table.tsx'

const NOTE =
  'Opened: the page was seen for a second. Begun: it was scrolled, or seen for ten. Read: its end was seen, after half of its reading time. Nothing is known of who reads; readers who ask not to be tracked are not counted.'
const EMPTY =
  'No readings of stories in this period. A reading counts once a page was seen for a second: without cookies, and with nothing kept about who reads.'

const KINDS: Readonly<Record<string, string>> = {
  story: 'Stories',
  home: 'Home page',
  section: 'Pages of sections',
  tag: 'Pages of tags',
  author: 'Pages of people',
  page: 'Other pages',
  letter: 'Letters on the site',
}
const REASONS: Readonly<Record<ReadingNumbers['left_out'][number]['reason'], string>> = {
  crawler: 'Crawlers and other programs, by the name they give',
  prefetch: 'Pages that a browser fetched ahead',
  limit: 'More than 120 in ten minutes from one address',
}

/** How much was opened, begun and read in a range, what, and what was not found, beside the range before. */
export function ReadingFigures({ range }: { range: Compared }) {
  const query = useQuery(readingNumbersQuery(range))
  const { lists = {}, searches = [], missing = [], left_out: leftOut = [] } = query.data ?? {}
  const list = (name: ReadingListName, rows = lists[name] ?? []) => ({
    query,
    rows: rows.map((row) => ({ ...row, share: shareOf(row) })),
    columns: COLUMNS,
  })
  // An empty period is told once.
  const hasNothing =
    query.data && [Object.keys(lists), searches, missing, leftOut].every(({ length }) => !length)
  if (hasNothing) return <ReadingsOverTime range={range} />
  return (
    <>
      <ReadingsOverTime range={range} />
      <RankTable
        {...list('stories')}
        title="Most read"
        isWide
        emptyText="No story was read in this period."
        fileName="most-read"
        cell={({ id, name }) => (
          <Link to="/admin/articles/$id" params={{ id }} className="rounded-sm hover:underline">
            {name}
          </Link>
        )}
      />
      <RankTable
        {...list('sections')}
        title="Stories by section"
        emptyText="No story of a section was read in this period."
        fileName="readings-by-section"
        cell={nameOf}
      />
      <RankTable
        {...list('people')}
        title="Stories by person"
        note="A story counts for all who are credited."
        emptyText="No story with a person was read in this period."
        fileName="readings-by-person"
        cell={nameOf}
      />
      <RankTable
        {...list('tags')}
        title="Stories by tag"
        emptyText="No story with a tag was read in this period."
        fileName="readings-by-tag"
        cell={nameOf}
      />
      <RankTable
        {...list('sources')}
        title="Where readers came from"
        note="The other site alone, never a page of it."
        emptyText="No reading began from another site in this period."
        fileName="readings-by-source"
        cell={nameOf}
      />
      <RankTable
        {...list('letters')}
        title="Letters"
        note="Readings that a link in a letter led to."
        emptyText="No reading came from a letter in this period."
        fileName="readings-by-letter"
        cell={nameOf}
      />
      <RankTable
        {...list(
          'kinds',
          (lists.kinds ?? []).map((row) => ({ ...row, name: KINDS[row.name] ?? row.name })),
        )}
        title="Kinds of pages"
        emptyText="No page was read in this period."
        fileName="readings-by-kind"
        cell={nameOf}
      />
      <RankTable
        {...list(
          'pages',
          (lists.pages ?? [])
            .filter(({ id }) => !id.startsWith('story '))
            .map((row) => ({ ...row, name: row.name || 'Home page' })),
        )}
        columns={PAGE_COLUMNS}
        title="Pages"
        emptyText="No page but stories was read in this period."
        fileName="readings-of-pages"
        cell={nameOf}
      />
      <RankTable
        query={query}
        rows={searches.map(({ words, searches }) => ({ id: words, name: words, searches }))}
        columns={SEARCHES}
        title="Searches that found nothing"
        note="Words that were searched for three times or more. They are kept for 100 days."
        emptyText="Nothing was looked for in vain three times in this period."
        fileName="searches-without-result"
        cell={nameOf}
      />
      <RankTable
        query={query}
        rows={missing.map(({ path, readings }) => ({ id: path, name: readableAddress(path), readings }))}
        columns={READINGS}
        title="Not found"
        note="Addresses of this site at which readers found no page. They are kept for 100 days."
        emptyText="Readers found a page at every address in this period."
        fileName="not-found"
        cell={({ id, name }) => (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
            <Link
              to="/admin/redirects"
              search={{ add: id }}
              aria-label={`Make a Redirect from ${name}`}
              className={buttonClass({ size: 'sm' })}
            >
              Make a Redirect
            </Link>
          </span>
        )}
      />
      <RankTable
        query={query}
        rows={leftOut.map(({ reason, readings }) => ({ id: reason, name: REASONS[reason], readings }))}
        columns={READINGS}
        title="Left out"
        note="These are in no other number."
        emptyText="Nothing was left out in this period."
        fileName="left-out"
        cell={nameOf}
      />
    </>
  )
}

const nameOf = ({ name }: { name: string }) => <span className="[overflow-wrap:anywhere]">{name}</span>

/** What of a hundred begun readings were read; null where it is not known. */
function shareOf({ id, read, measured }: ReadingRow): number | null {
  const hasNoEnd = read === 0 && Object.hasOwn(KINDS, id)
  return measured === 0 || hasNoEnd ? null : Math.min(100, Math.round((read / measured) * 100))
}

type SharedRow = ReadingRow & { share: number | null }

const COLUMNS: readonly NumberColumn<SharedRow>[] = [
  { key: 'opened', header: 'Opened', from: 'wide' },
  { key: 'begun', header: 'Begun' },
  { key: 'read', header: 'Read', from: 'wide' },
  { key: 'share', header: '% read', unit: ' %' },
  { key: 'before', header: 'Before', from: 'medium' },
]
/** Of pages without a text that has an end. */
const PAGE_COLUMNS = COLUMNS.filter(({ key }) => key !== 'read' && key !== 'share')
const SEARCHES = [{ key: 'searches', header: 'Searches' }] as const
const READINGS = [{ key: 'readings', header: 'Readings' }] as const

function ReadingsOverTime({ range }: { range: Compared }) {
  const query = useQuery(readingNumbersQuery(range))
  const { days = [], before } = query.data ?? {}
  const { unit, buckets } = bucketsOf(range)
  const values = (field: 'opened' | 'begun' | 'read') => sums(buckets, days, field)
  const total = (field: 'opened' | 'begun' | 'read') => days.reduce((sum, row) => sum + row[field], 0)
  const title = `Readings of stories by ${unit}`
  const [opened, begun, read] = [values('opened'), values('begun'), values('read')]
  return (
    <FigureCard
      query={query}
      hasData={total('begun') + total('opened') > 0}
      emptyText={EMPTY}
      title={title}
      fileName="readings"
      className="lg:col-span-2"
      headline={
        <Headline
          number={total('begun')}
          what={`begun of ${formatNumber(total('opened'))} opened, ${formatNumber(total('read'))} read to the end. ${rangeText(range.before)}: ${formatNumber(before?.begun ?? 0)} begun, ${formatNumber(before?.read ?? 0)} read.`}
        />
      }
      note={NOTE}
      table={{
        columns: [unit === 'week' ? 'Week' : 'Day', 'Opened', 'Begun', 'Read'],
        rows: buckets.map((bucket, at) => [
          rangeText(bucket),
          opened[at] ?? 0,
          begun[at] ?? 0,
          read[at] ?? 0,
        ]),
      }}
    >
      <TimeChart
        title={title}
        buckets={buckets}
        series={[
          { label: 'Begun', mark: 'bar', tone: 'prussian', values: begun },
          { label: 'Read', mark: 'dot', tone: 'vermilion', values: read.map((number) => number || null) },
        ]}
      />
    </FigureCard>
  )
}
