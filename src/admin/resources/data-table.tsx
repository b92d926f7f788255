import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Sorting } from '../data/requests/list-search.ts'
import { Day } from '../ui/dates/day.tsx'
import { formatDay } from '../ui/dates/format.ts'
import { SelectBox, SelectPageBox } from './selection/select-box.tsx'
import type { Selection } from './selection/use-selection.ts'

export interface Column<Row, SortKey extends string = never> {
  header: ReactNode
  /** The column of the database that a press on the header sorts by. */
  sort?: SortKey
  first?: 'asc' | 'desc'
  /** Of the header and the cells. */
  className?: string
  headClassName?: string
  cellClassName?: string
  cell: (row: Row) => ReactNode
}

/** The last column of a table, with the menu or the buttons of each row. */
export function actionsColumn<Row>(
  cell: (row: Row) => ReactNode,
  { header = <span className="sr-only">Actions</span> }: { header?: ReactNode } = {},
): Column<Row> {
  return { header, cellClassName: 'pr-2', cell }
}

/** The current sorting of a list, and the function that changes it. */
export interface SortedList<SortKey extends string> {
  query: Sorting<SortKey>
  change: (sorting: Sorting<SortKey>) => void
}

interface DataTableProps<Row, SortKey extends string> {
  /** Names the table. */
  label: string
  columns: readonly Column<Row, SortKey>[]
  rows: readonly Row[]
  /** Left out where no column sorts. */
  list?: SortedList<SortKey>
  /** Left out where rows cannot be selected. */
  selection?: RowSelection<Row> | undefined
  /** Whether rows are low: more of a long list is seen at once. */
  isDense?: boolean
}

/** The selection of a table, and what its rows are called. */
interface RowSelection<Row> {
  selected: Selection
  nameOf: (row: Row) => string
}

/** A table of rows. A wide one scrolls sideways inside its own box. */
export function DataTable<Row extends { id: string }, SortKey extends string = never>({
  label,
  columns,
  rows,
  list,
  selection,
  isDense = false,
}: DataTableProps<Row, SortKey>) {
  return (
    // An id of its own, or the router would restore its scroll position in the table of the next screen.
    <div data-scroll-restoration-id={label} className="overflow-x-auto rounded-lg border border-rule bg-card">
      <table aria-label={label} className="w-full border-collapse text-left">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeaderCell
                key={index}
                column={column}
                list={list}
                selected={index === 0 ? selection?.selected : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {rows.map((row) => (
            <tr key={row.id} className={selection?.selected.ids.has(row.id) ? 'bg-tint' : 'hover:bg-paper'}>
              {columns.map(({ className = '', cellClassName = '', cell }, index) => (
                <td
                  key={index}
                  className={`border-b border-rule px-2.5 ${isDense ? 'py-1.5' : 'py-2.5'} align-middle first:pl-3.5 ${className} ${cellClassName}`}
                >
                  {index === 0 && selection !== undefined ? (
                    <div className="flex items-center gap-3">
                      <SelectBox id={row.id} name={selection.nameOf(row)} selection={selection.selected} />
                      <div className="min-w-0 flex-1">{cell(row)}</div>
                    </div>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A header; the first press on one that sorts takes `first`, the next the opposite direction. */
function HeaderCell<Row, SortKey extends string>({
  column: { header, sort, first = 'asc', className = '', headClassName = '' },
  list,
  selected,
}: {
  column: Column<Row, SortKey>
  list: SortedList<SortKey> | undefined
  /** Of the header that has the checkbox of the page. */
  selected: Selection | undefined
}) {
  const id = useId()
  // The name of the column, not of the checkbox in its header.
  const label = selected === undefined ? {} : { 'aria-labelledby': id }
  const look = `border-b border-rule px-2.5 py-2.5 text-xs first:pl-3.5 font-semibold whitespace-nowrap text-soft ${className} ${headClassName}`
  if (sort === undefined || list === undefined) {
    return (
      <th scope="col" {...label} className={look}>
        <WithPageBox id={id} selected={selected}>
          {header}
        </WithPageBox>
      </th>
    )
  }
  const isActive = list.query.sort === sort
  const isUp = list.query.dir === 'asc'
  const opposite = isUp ? 'desc' : 'asc'
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      {...label}
      aria-sort={isActive ? (isUp ? 'ascending' : 'descending') : 'none'}
      className={look}
    >
      <WithPageBox id={id} selected={selected}>
        <button
          type="button"
          onClick={() => list.change({ sort, dir: isActive ? opposite : first })}
          className="-mx-1 -my-2 inline-flex items-center gap-1 rounded-sm px-1 py-2 hover:text-ink"
        >
          {header}
          <Arrow aria-hidden className={`size-3.5 ${isActive ? '' : 'invisible'}`} />
        </button>
      </WithPageBox>
    </th>
  )
}

function WithPageBox({
  id,
  selected,
  children,
}: {
  id: string
  selected: Selection | undefined
  children: ReactNode
}) {
  if (selected === undefined) return children
  return (
    <span className="flex items-center gap-3">
      <SelectPageBox selection={selected} />
      <span id={id}>{children}</span>
    </span>
  )
}

/** A table where there is room for `minWidth` pixels, otherwise a list of cards. */
export function TableOrCards<Row extends { id: string }, SortKey extends string = never>({
  minWidth,
  card,
  cardsClassName = 'divide-y divide-rule rounded-lg border border-rule bg-card',
  ...table
}: DataTableProps<Row, SortKey> & {
  minWidth: number
  /** The `li` of a row, with its id as the key. */
  card: (row: Row) => ReactNode
  cardsClassName?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const [isNarrow, setNarrow] = useState<boolean | null>(null)
  // Before the first paint, and before the router scrolls to where the list was left: that needs its whole height.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setNarrow(element.clientWidth < minWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [minWidth])
  return (
    <div ref={box} className="@container">
      {isNarrow === true && (
        <ul aria-label={table.label} className={cardsClassName}>
          {table.rows.map(card)}
        </ul>
      )}
      {isNarrow === false && <DataTable {...table} />}
    </div>
  )
}

/** The name of a row, which opens its form; plain text for those who may not change it. */
export function RowName({ name, onEdit }: { name: string; onEdit: (() => void) | null }) {
  const clamp = 'line-clamp-2 font-semibold [overflow-wrap:anywhere]'
  if (onEdit === null) return <span className={clamp}>{name}</span>
  return (
    <button type="button" onClick={onEdit} className={`${clamp} rounded-sm text-left hover:underline`}>
      {name}
    </button>
  )
}

/** Shown where a row has no value. */
export const NONE = <span className="text-soft">-</span>

export const CREATED: Column<{ created_at: string }> = {
  header: 'Created',
  cellClassName: 'text-sm whitespace-nowrap text-soft',
  cell: ({ created_at }) => formatDay(created_at),
}

/** The column 'Created' of a list that can be sorted by it; hidden where there is little room. */
export const SORTED_CREATED: Column<{ created_at: string }, 'created_at'> = {
  ...CREATED,
  sort: 'created_at',
  first: 'desc',
  className: 'hidden @xl:table-cell',
  cell: ({ created_at }) => <Day iso={created_at} />,
}
