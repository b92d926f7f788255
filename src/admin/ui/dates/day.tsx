import { formatDateTime, formatDay } from './format.ts'
import { useCalendar } from './use-calendar.ts'

/** A day, with the time in its tooltip. */
export function Day({
  iso,
  format = formatDay,
  className,
}: {
  iso: string
  format?: (iso: string) => string
  className?: string
}) {
  useCalendar()
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {format(iso)}
    </time>
  )
}
