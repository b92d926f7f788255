import type { ReactNode } from 'react'

const TONES = { quiet: 'bg-dot-scheduled', attention: 'bg-dot-waiting', wrong: 'bg-dot-failed' } as const

/** A notice above the writing surface, with actions. */
export function Notice({
  tone,
  children,
  actions,
}: {
  tone: keyof typeof TONES
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <div
      role={tone === 'wrong' ? 'alert' : 'status'}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-rule bg-card px-4 py-2.5 text-sm"
    >
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${TONES[tone]}`} />
      <p className="min-w-48 flex-1">{children}</p>
      {actions !== undefined && <span className="flex flex-wrap gap-2">{actions}</span>}
    </div>
  )
}
