import type { ReactNode } from 'react'

/** The heading of a screen. Where a phone's top bar says the same words, they are not shown twice. */
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
