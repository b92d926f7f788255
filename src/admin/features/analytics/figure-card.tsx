import { ChartNoAxesColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { tableCsv } from '../../../domain/csv.ts'
import { DataTable } from '../../resources/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { formatNumber } from '../../ui/format.ts'

/** The numbers of a figure: the first column names, the others are numbers. */
export interface FigureTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

interface FigureCardProps {
  title: string
  /** The total, or the main number. */
  headline?: ReactNode
  note?: ReactNode
  state: 'loading' | 'error' | 'empty' | 'data'
  emptyText: string
  onRetry: () => void
  table: FigureTable
  /** Without an ending. */
  fileName: string
  className?: string
  children: ReactNode
}

/** One figure with its table and its download. */
export function FigureCard({
  title,
  headline,
  note,
  state,
  emptyText,
  onRetry,
  table,
  fileName,
  className = '',
  children,
}: FigureCardProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <Card
      title={title}
      level={3}
      className={className}
      aside={
        state === 'data' && (
          <span className="-my-2 -mr-2 flex">
            <IconButton
              name={asTable ? `Show as chart: ${title}` : `Show as table: ${title}`}
              tip={asTable ? 'Show as chart' : 'Show as table'}
              onPress={() => setAsTable((shown) => !shown)}
            >
              {asTable ? (
                <ChartNoAxesColumn aria-hidden className="size-4" />
              ) : (
                <Table2 aria-hidden className="size-4" />
              )}
            </IconButton>
            <IconButton
              name={`Download as CSV: ${title}`}
              tip="Download as CSV"
              onPress={() => downloadText(`${fileName}.csv`, 'text/csv', tableCsv(table.columns, table.rows))}
            >
              <Download aria-hidden className="size-4" />
            </IconButton>
          </span>
        )
      }
    >
      {state === 'loading' && (
        <div aria-busy>
          <Skeleton className="h-52" />
        </div>
      )}
      {state === 'error' && <ErrorState title="Failed to load these numbers" onRetry={onRetry} />}
      {state === 'empty' && <p className="py-10 text-center text-sm text-soft">{emptyText}</p>}
      {state === 'data' && (
        <>
          {headline !== undefined && <p className="mb-2 text-sm text-soft">{headline}</p>}
          {asTable ? <FigureRows title={title} table={table} /> : children}
        </>
      )}
      {note !== undefined && state !== 'loading' && <p className="mt-2 text-xs text-soft">{note}</p>}
    </Card>
  )
}

function IconButton({
  name,
  tip,
  onPress,
  children,
}: {
  name: string
  tip: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <Tooltip text={tip}>
      <Button variant="ghost" size="icon" aria-label={name} onPress={onPress}>
        {children}
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
