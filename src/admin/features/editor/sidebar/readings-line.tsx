import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { serverClock } from '../../../../backend/server-clock.ts'
import { formatNumber } from '../../../../domain/text/format-number.ts'
import { readingsQuery } from '../../../story/readings.ts'
import { useSaveState } from '../use-editing-session.ts'

const DAYS = 30
const DAY_MS = 86_400_000

/** How often the story was read lately, for editors; nothing while it was not. */
export function ReadingsLine() {
  const id = useSaveState((state) => state.saved?.id ?? null)
  const since = serverClock.calendar.dayOf(
    new Date(serverClock.now().getTime() - (DAYS - 1) * DAY_MS).toISOString(),
  )
  const [found] = useQuery(readingsQuery(id === null ? [] : [id], since)).data ?? []
  if (found === undefined) return null
  const { opened, begun, read } = found
  const parts = [
    ...(opened > 0 ? [`opened ${formatNumber(opened)} times`] : []),
    `begun ${formatNumber(begun)} times`,
    ...(opened > 0 ? [`read ${formatNumber(read)} times`] : []),
  ]
  return (
    <p className="text-sm text-soft">
      <Link to="/admin/analytics" className="rounded-sm underline underline-offset-4">
        {`In ${DAYS} days`}
      </Link>
      {`: ${parts.join(', ')}`}
    </p>
  )
}
