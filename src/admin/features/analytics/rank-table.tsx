import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../../domain/text/format-number.ts'
import type { Sorting } from '../../data/requests/list-search.ts'
import { DataTable } from '../../resources/data-table.tsx'
import { useExport } from '../../resources/export-file.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'

/** A column of numbers, by the name of its field; null is shown as a dash. */
export interface NumberColumn<Row> {
  key: string & keyof Row
  header: string
  unit?: string
  /** How wide a table has to be for it. The file has it always. */
  from?: keyof typeof SHOWN_FROM
}

const SHOWN_FROM = { medium: 'hidden @sm:table-cell', wide: 'hidden @2xl:table-cell' } as const

interface RankRow {
  id: string
  name: string
}

const FIRST_ROWS = 10

/** Names with numbers, each with a bar beneath, sorted by any of its columns; its file has all columns. */
export function RankTable<Row extends RankRow>({
  title,
  query,
  rows,
  columns,
  cell,
  note,
  emptyText,
  fileName,
  isWide = false,
}: {
  title: string
  query: { isPending: boolean; isLoadingError: boolean; error: unknown; refetch: () => unknown }
  rows: readonly Row[]
  /** Of all columns the bars show the first that is always seen. */
  columns: readonly NumberColumn<Row>[]
  cell: (row: Row) => ReactNode
  note?: string
  emptyText: string
  /** Name of the downloaded file, without its ending. */
  fileName: string
  isWide?: boolean
}) {
  const main = columns.find(({ from }) => from === undefined)?.key ?? 'name'
  const [sorting, setSorting] = useState<Sorting<string & keyof Row>>({ sort: main, dir: 'desc' })
  const [isOpen, setOpen] = useState(false)
  const value = (row: Row, key: keyof Row): number | null => {
    const found = row[key]
    return typeof found === 'number' ? found : null
  }
  const sorted = rows.toSorted((one, other) => {
    const sign = sorting.dir === 'asc' ? 1 : -1
    if (sorting.sort === 'name') return sign * one.name.localeCompare(other.name)
    return sign * ((value(one, sorting.sort) ?? -1) - (value(other, sorting.sort) ?? -1))
  })
  const most = Math.max(1, ...rows.map((row) => value(row, main) ?? 0))
  const download = useExport(async () => {
    const { tableCsv } = await import('../../../domain/text/csv.ts')
    return {
      what: `Analytics: ${title}`,
      rows: rows.length,
      fileName: `${fileName}.csv`,
      text: tableCsv(
        ['Name', ...columns.map(({ header }) => header)],
        sorted.map((row) => [row.name, ...columns.map(({ key }) => value(row, key) ?? '')]),
      ),
    }
  })
  const isShown = !query.isPending && !query.isLoadingError && rows.length > 0
  return (
    <Card
      title={title}
      level={3}
      className={`@container min-w-0 ${isWide ? 'lg:col-span-2' : ''}`}
      aside={
        isShown && (
          <Tooltip text="Download as CSV">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Download as CSV: ${title}`}
              onPress={download.start}
              className="-my-2 -mr-2"
            >
              <Download aria-hidden className="size-4" />
            </Button>
          </Tooltip>
        )
      }
    >
      {query.isPending && (
        <div aria-busy>
          <Skeleton className="h-52" />
        </div>
      )}
      {query.isLoadingError && (
        <QueryError title="Failed to load these numbers" error={query.error} refetch={query.refetch} />
      )}
      {!query.isPending && !query.isLoadingError && rows.length === 0 && (
        <p className="py-6 text-center text-sm text-soft">{emptyText}</p>
      )}
      {isShown && (
        <DataTable<Row, string & keyof Row>
          label={title}
          isDense
          list={{ query: sorting, change: setSorting }}
          rows={isOpen ? sorted : sorted.slice(0, FIRST_ROWS)}
          columns={[
            {
              header: 'Name',
              sort: 'name',
              headClassName: 'w-full',
              cellClassName: 'min-w-36 text-sm',
              cell: (row) => (
                <>
                  {cell(row)}
                  <span aria-hidden className="mt-1 block h-1 rounded-full bg-tint">
                    <span
                      className="block h-full rounded-full bg-prussian"
                      style={{ width: `${((value(row, main) ?? 0) / most) * 100}%` }}
                    />
                  </span>
                </>
              ),
            },
            ...columns.map(({ key, header, unit = '', from }) => ({
              header,
              sort: key,
              first: 'desc' as const,
              className: from === undefined ? '' : SHOWN_FROM[from],
              cellClassName: 'text-right text-sm whitespace-nowrap tabular-nums',
              cell: (row: Row) => {
                const number = value(row, key)
                return number === null ? '–' : formatNumber(number) + unit
              },
            })),
          ]}
        />
      )}
      {isShown && rows.length > FIRST_ROWS && (
        <Button variant="ghost" size="sm" className="mt-2" onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${rows.length}`}
        </Button>
      )}
      {note !== undefined && isShown && <p className="mt-2 text-xs text-soft">{note}</p>}
    </Card>
  )
}
