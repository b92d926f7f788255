import type { ReactNode } from 'react'

const LAYOUTS = {
  /** The names in one column, the values in another. */
  columns:
    'grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm *:contents [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-soft',
  /** A row with a rule for each fact, the value beside its name, on phones below it. */
  rows: 'divide-y divide-rule *:grid *:gap-x-4 *:py-2.5 *:first:pt-0 *:last:pb-0 sm:*:grid-cols-[10rem_1fr] [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-sm [&_dt]:font-semibold',
  /** Each value below its name. */
  stacked: 'flex flex-col gap-2.5 text-sm [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-xs [&_dt]:text-soft',
  /** All facts in one line while there is room. */
  line: 'flex flex-wrap gap-x-5 text-sm *:flex *:gap-1.5 [&_dt]:text-soft',
} as const

/** A list of names and values; its children are facts. */
export function FactList({
  layout,
  className = '',
  children,
}: {
  layout: keyof typeof LAYOUTS
  className?: string
  children: ReactNode
}) {
  return <dl className={`${LAYOUTS[layout]} ${className}`}>{children}</dl>
}

/** A name and its value in a `FactList`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
