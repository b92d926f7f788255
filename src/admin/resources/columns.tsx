import { formatDateTime, formatDay } from '../ui/format.ts'
import type { Column } from './data-table.tsx'

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

/** When a row was created; left out where there is little room. */
export function createdColumn<Row extends { created_at: string }>(): Column<Row, 'created_at'> {
  return {
    header: 'Created',
    sort: 'created_at',
    first: 'desc',
    className: 'hidden @xl:table-cell',
    cellClassName: 'text-sm whitespace-nowrap text-soft',
    cell: ({ created_at }) => <Day iso={created_at} />,
  }
}

/** A day, with the time in its tooltip. */
export function Day({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {formatDay(iso)}
    </time>
  )
}
