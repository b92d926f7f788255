import type { ReactNode } from 'react'

const TONES = {
  live: 'bg-dot-live',
  waiting: 'bg-dot-waiting',
  busy: 'bg-dot-waiting animate-pulse',
  scheduled: 'bg-dot-scheduled',
  idle: 'bg-dot-idle',
  failed: 'bg-dot-failed',
} as const

export type StatusTone = keyof typeof TONES

export function StatusDot({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${TONES[tone]}`} />
      {children}
    </span>
  )
}
