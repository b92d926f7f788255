import { trashDaysLeft } from '../../../domain/article.ts'
import { formatDay } from '../../ui/local-date-time.ts'

/** When an article was thrown away, and how long it can be taken back. */
export function DaysLeft({ deletedAt }: { deletedAt: string }) {
  const days = trashDaysLeft(deletedAt, new Date())
  return (
    <span className="text-sm whitespace-nowrap text-soft">
      Deleted {formatDay(deletedAt)} ·{' '}
      <span className={days <= 3 ? 'font-semibold text-brick' : ''}>
        {days === 0 ? 'about to go' : `${days} ${days === 1 ? 'day' : 'days'} left`}
      </span>
    </span>
  )
}
