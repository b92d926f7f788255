import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

/** Which of several rows are shown, and the buttons to other pages where there are any. `page` counts from 1. */
export function Pagination({
  page,
  pageSize,
  total,
  noun,
  onPage,
}: {
  page: number
  pageSize: number
  total: number
  /** What is counted, in the plural. */
  noun: string
  onPage: (page: number) => void
}) {
  if (total <= 1) return null
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft"
    >
      <p>{`${from}–${to} of ${total} ${noun}`}</p>
      {last > 1 && (
        <div className="flex items-center gap-2.5">
          <Button
            size="sm"
            aria-label="Previous page"
            isDisabled={page <= 1}
            onPress={() => onPage(page - 1)}
          >
            <ChevronLeft aria-hidden className="size-4" />
          </Button>
          <span className="text-ink">{`Page ${page} of ${last}`}</span>
          <Button size="sm" aria-label="Next page" isDisabled={page >= last} onPress={() => onPage(page + 1)}>
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}
