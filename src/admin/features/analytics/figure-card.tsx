import { ChartNoAxesColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DataTable } from '../../resources/data-table.tsx'
import { useExport } from '../../resources/export-file.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { type Series, TimeChart } from './charts/time-chart.tsx'
import { type Bucket, rangeText } from './periods.ts'

/** The table of a figure: the first column has names, the others have numbers. */
interface FigureTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

interface FigureProps {
  title: string
  query: { isPending: boolean; isLoadingError: boolean; error: unknown; refetch: () => unknown }
  /** Whether there is anything to show; otherwise `emptyText` is shown. */
  hasData: boolean
  emptyText: string
  /** The total, or the main number. */
  headline?: ReactNode
  note?: string
  /** Name of the downloaded file, without its ending. */
  fileName: string
  className?: string
}

/** A number for each bucket, as chart and table. The headline is the last number of a line, the sum of bars. */
export function TimeFigure({
  buckets,
  values,
  what,
  columns,
  mark = 'bar',
  ...figure
}: Omit<FigureProps, 'hasData' | 'headline'> & {
  buckets: readonly Bucket[]
  values: readonly number[]
  /** What the main number counts. */
  what: (number: number) => string
  columns: readonly [bucket: string, number: string]
  mark?: Series['mark']
}) {
  const number = mark === 'line' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0)
  const rows = buckets.map((bucket, index) => [rangeText(bucket), values[index] ?? 0])
  return (
    <FigureCard
      {...figure}
      hasData={number > 0}
      headline={<Headline number={number} what={what(number)} />}
      table={{ columns, rows }}
    >
      <TimeChart
        title={figure.title}
        buckets={buckets}
        series={[{ label: columns[1], mark, tone: 'prussian', values }]}
      />
    </FigureCard>
  )
}

const MAX_BARS = 8

/** Names with their numbers, the largest first, each with a bar beneath and all of them as a table. */
export function RankFigure({
  bars,
  columns,
  ...figure
}: Omit<FigureProps, 'hasData'> & {
  /** `label` is shown in the chart, by default the name. */
  bars: readonly { key: string; name: string; label?: ReactNode; value: number }[]
  columns: readonly [name: string, number: string]
}) {
  const max = Math.max(1, ...bars.map(({ value }) => value))
  const rest = bars.length - MAX_BARS
  return (
    <FigureCard
      {...figure}
      hasData={bars.length > 0}
      table={{ columns, rows: bars.map(({ name, value }) => [name, value]) }}
    >
      <ol className="flex flex-col gap-2.5">
        {bars.slice(0, MAX_BARS).map(({ key, name, label = name, value }) => (
          <li key={key}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 truncate">{label}</span>
              <span className="font-semibold">{formatNumber(value)}</span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 rounded-full bg-tint">
              <div
                className="h-full rounded-full bg-prussian"
                style={{ width: `${Math.max(1.5, (value / max) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="mt-3 text-xs text-soft">{`and ${rest} more in the table`}</p>}
    </FigureCard>
  )
}

/** One figure with its table and its download. */
export function FigureCard({
  title,
  query,
  hasData,
  emptyText,
  headline,
  note,
  table,
  fileName,
  className = '',
  children,
}: FigureProps & { table: FigureTable; children: ReactNode }) {
  const [asTable, setAsTable] = useState(false)
  const hasFailed = query.isLoadingError
  const download = useExport(async () => {
    const { tableCsv } = await import('../../../domain/text/csv.ts')
    return {
      what: `Analytics: ${title}`,
      rows: table.rows.length,
      fileName: `${fileName}.csv`,
      text: tableCsv(table.columns, table.rows),
    }
  })
  const buttons = [
    {
      tip: asTable ? 'Show as chart' : 'Show as table',
      icon: asTable ? ChartNoAxesColumn : Table2,
      onPress: () => setAsTable(!asTable),
    },
    { tip: 'Download as CSV', icon: Download, onPress: download.start },
  ]
  const isShown = !query.isPending && !hasFailed && hasData
  return (
    <Card
      title={title}
      level={3}
      className={className}
      aside={
        isShown && (
          <span className="-my-2 -mr-2 flex">
            {buttons.map(({ tip, icon: Icon, onPress }, index) => (
              <Tooltip key={index} text={tip}>
                <Button variant="ghost" size="icon" aria-label={`${tip}: ${title}`} onPress={onPress}>
                  <Icon aria-hidden className="size-4" />
                </Button>
              </Tooltip>
            ))}
          </span>
        )
      }
    >
      {query.isPending && (
        <div aria-busy>
          <Skeleton className="h-52" />
        </div>
      )}
      {hasFailed && (
        <QueryError title="Failed to load these numbers" error={query.error} refetch={query.refetch} />
      )}
      {!query.isPending && !hasFailed && !hasData && (
        <p className="py-10 text-center text-sm text-soft">{emptyText}</p>
      )}
      {isShown && (
        <>
          {headline !== undefined && <p className="mb-2 text-sm text-soft">{headline}</p>}
          {asTable ? <FigureRows title={title} table={table} /> : children}
        </>
      )}
      {note !== undefined && !query.isPending && <p className="mt-2 text-xs text-soft">{note}</p>}
    </Card>
  )
}

function FigureRows({ title, table: { columns, rows } }: { title: string; table: FigureTable }) {
  return (
    <div tabIndex={0} role="group" aria-label={`${title}, table`} className="max-h-72 overflow-y-auto">
      <DataTable
        label={title}
        columns={columns.map((header, at) => ({
          header,
          className: at === 0 ? '' : 'text-right',
          cellClassName: at === 0 ? '' : 'whitespace-nowrap',
          cell: ({ cells }: { id: string; cells: FigureTable['rows'][number] }) => {
            const cell = cells[at]
            return typeof cell === 'number' ? formatNumber(cell) : cell
          },
        }))}
        rows={rows.map((cells, index) => ({ id: String(index), cells }))}
      />
    </div>
  )
}

/** A large number and what it counts. */
export function Headline({ number, what }: { number: number | string; what: string }) {
  return (
    <>
      <span className="mr-2 font-serif text-3xl tracking-[-0.02em] text-ink">
        {typeof number === 'number' ? formatNumber(number) : number}
      </span>
      {what}
    </>
  )
}
