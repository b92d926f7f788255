import type { ReactNode } from 'react'

const VARIANTS = {
  default: 'border-transparent bg-fill text-on-fill',
  secondary: 'border-transparent bg-tint text-ink',
  destructive: 'border-transparent bg-fill-madder text-on-fill',
  outline: 'border-edge text-ink',
} as const

export type BadgeVariant = keyof typeof VARIANTS

export function Badge({ variant = 'secondary', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center rounded-full border px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${VARIANTS[variant]}`}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}
