import type { ReactNode } from 'react'

/** The heading of a screen. On a phone it is hidden visually when the top bar shows the same title. */
export function ScreenTitle({
  isInTopBar = true,
  className = '',
  children,
}: {
  isInTopBar?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <h1
      className={`font-serif tracking-[-0.02em] md:text-3xl ${isInTopBar ? 'max-md:sr-only' : 'text-2xl'} ${className}`}
    >
      {children}
    </h1>
  )
}
