import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/format.ts'

export interface ListedBar {
  key: string
  label: ReactNode
  value: number
}

const MAX_SHOWN = 8

/** Names with their numbers, the largest first, each with a bar beneath; the rest is in the table of the card. */
export function BarList({ bars }: { bars: readonly ListedBar[] }) {
  const max = Math.max(1, ...bars.map(({ value }) => value))
  const rest = bars.length - MAX_SHOWN
  return (
    <>
      <ol className="flex flex-col gap-2.5">
        {bars.slice(0, MAX_SHOWN).map(({ key, label, value }) => (
          <li key={key}>
            <div className="flex items-baseline justify-between gap-3 text-sm">
              <span className="min-w-0 truncate">{label}</span>
              <span className="font-semibold">{formatNumber(value)}</span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 rounded-full bg-tint">
              <div
                className="h-full rounded-full bg-viridian"
                style={{ width: `${Math.max(1.5, (value / max) * 100)}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className="mt-3 text-xs text-soft">{`and ${rest} more in the table`}</p>}
    </>
  )
}
