import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Milliseconds after which a page that is still empty says so. */
const LONG_MS = 10_000

export function Spinner({
  label = 'Loading…',
  className = 'size-6',
}: {
  label?: string
  className?: string
}) {
  return (
    <span role="status" className="inline-flex">
      <span
        aria-hidden
        className={`animate-spin rounded-full border-2 border-rule border-t-prussian ${className}`}
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/**
 * A spinner in the middle of an empty page, which says after a while that the server is slow. Requests are tried again by
 * themselves, but a script whose loading hangs is not: the button loads the page anew.
 */
export function PageSpinner() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-4 noscript:hidden">
      <Spinner className="size-8" />
      <p role="status" className="min-h-5 px-6 text-center text-sm text-balance text-soft">
        {isLong && 'The server is slow to answer. This page keeps trying.'}
      </p>
      <span className="h-9">
        {isLong && (
          <Button variant="ghost" onPress={() => location.reload()}>
            Reload
          </Button>
        )}
      </span>
    </div>
  )
}
