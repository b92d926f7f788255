import { type LucideIcon, ChartNoAxesColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tableCsv } from '../../../domain/csv.ts'
import { DataTable } from '../../resources/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type ListedBar, BarList } from './charts/bar-list.tsx'
import { type Series, TimeChart } from './charts/time-chart.tsx'
import { type Bucket, rangeText } from './periods.ts'

/** The numbers of a figure: the first column names, the others are numbers. */
interface FigureTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

interface FigureProps {
  title: string
  query: { isPending: boolean; isError: boolean; data?: unknown; refetch: () => unknown }
  /** Whether the answer has anything in it; `emptyText` is shown otherwise. */
  hasData: boolean
  emptyText: string
  /** The total, or the main number. */
  headline?: ReactNode
  note?: string
  /** Without an ending. */
  fileName: string
  className?: string
}

/** A number for each bucket, as a chart over time and as a table. */
export function TimeFigure({
  buckets,
  values,
  columns,
  mark = 'bar',
  ...figure
}: FigureProps & {
  buckets: readonly Bucket[]
  values: readonly number[]
  columns: readonly [bucket: string, number: string]
  mark?: Series['mark']
}) {
  const rows = buckets.map((bucket, index) => [rangeText(bucket), values[index] ?? 0])
  return (
    <FigureCard {...figure} table={{ columns, rows }}>
      <TimeChart
        title={figure.title}
        buckets={buckets}
        series={[{ label: columns[1], mark, tone: 'viridian', values }]}
      />
    </FigureCard>
  )
}

/** Names with their numbers, as bars and as a table. */
export function RankFigure({
  bars,
  columns,
  ...figure
}: FigureProps & {
  /** `label` is the name where there is no other. */
  bars: readonly (Omit<ListedBar, 'label'> & { name: string; label?: ReactNode })[]
  columns: readonly [name: string, number: string]
}) {
  return (
    <FigureCard {...figure} table={{ columns, rows: bars.map(({ name, value }) => [name, value]) }}>
      <BarList bars={bars.map(({ name, label = name, ...bar }) => ({ ...bar, label }))} />
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
  const hasFailed = query.isError && query.data === undefined
  const isShown = !query.isPending && !hasFailed && hasData
  return (
    <Card
      title={title}
      level={3}
      className={className}
      aside={
        isShown && (
          <span className="-my-2 -mr-2 flex">
            <IconButton
              title={title}
              tip={asTable ? 'Show as chart' : 'Show as table'}
              icon={asTable ? ChartNoAxesColumn : Table2}
              onPress={() => setAsTable((shown) => !shown)}
            />
            <IconButton
              title={title}
              tip="Download as CSV"
              icon={Download}
              onPress={() => downloadText(`${fileName}.csv`, 'text/csv', tableCsv(table.columns, table.rows))}
            />
          </span>
        )
      }
    >
      {query.isPending && (
        <div aria-busy>
          <Skeleton className="h-52" />
        </div>
      )}
      {hasFailed && <ErrorState title="Failed to load these numbers" onRetry={() => void query.refetch()} />}
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

function IconButton({
  title,
  tip,
  icon: Icon,
  onPress,
}: {
  title: string
  tip: string
  icon: LucideIcon
  onPress: () => void
}) {
  return (
    <Tooltip text={tip}>
      <Button variant="ghost" size="icon" aria-label={`${tip}: ${title}`} onPress={onPress}>
        <Icon aria-hidden className="size-4" />
      </Button>
    </Tooltip>
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
