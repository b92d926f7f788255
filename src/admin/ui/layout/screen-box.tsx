import type { ReactNode } from 'react'

/** The width and the margins of a screen. */
export function ScreenBox({ className = '', children }: { className?: string; children: ReactNode }) {
  return <div className={`mx-auto flex max-w-7xl flex-col gap-4 p-4 md:p-7 ${className}`}>{children}</div>
}
