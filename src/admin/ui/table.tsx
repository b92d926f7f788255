import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

/** A plain table; `label` names it. Wide ones scroll sideways inside their own box. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-lg border border-rule bg-card">
      <table aria-label={label} className="w-full border-collapse text-left">
        {children}
      </table>
    </div>
  )
}

const HEAD_CELL =
  'border-b border-rule px-2.5 py-2.5 text-xs first:pl-3.5 font-semibold whitespace-nowrap text-soft'

export function HeadCell({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <th scope="col" className={`${HEAD_CELL} ${className}`}>
      {children}
    </th>
  )
}

export interface Sorting<Column extends string> {
  column: Column
  direction: 'asc' | 'desc'
}

/** A heading that sorts: the first press takes `first`, the next turns it round. */
export function SortableHeadCell<Column extends string>({
  column,
  sorting,
  onSort,
  first = 'asc',
  className = '',
  children,
}: {
  column: Column
  sorting: Sorting<Column>
  onSort: (sorting: Sorting<Column>) => void
  first?: 'asc' | 'desc'
  className?: string
  children: ReactNode
}) {
  const active = sorting.column === column
  const opposite = sorting.direction === 'asc' ? 'desc' : 'asc'
  const Arrow = sorting.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={active ? (sorting.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
      className={`${HEAD_CELL} ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort({ column, direction: active ? opposite : first })}
        className="-mx-1 -my-2 inline-flex items-center gap-1 rounded-sm px-1 py-2 hover:text-ink"
      >
        {children}
        <Arrow aria-hidden className={`size-3.5 ${active ? '' : 'invisible'}`} />
      </button>
    </th>
  )
}

export function Cell({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <td className={`border-b border-rule px-2.5 py-2.5 align-middle first:pl-3.5 ${className}`}>
      {children}
    </td>
  )
}
