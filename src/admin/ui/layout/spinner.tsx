import { useEffect, useState } from 'react'

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

/** A spinner in the middle of an empty page, which says after a while that the server is slow. */
export function PageSpinner() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-4 noscript:hidden">
      <Spinner className="size-8" />
      <p role="status" className="h-5 text-sm text-soft">
        {isLong && 'The server is slow to answer. This page keeps trying.'}
      </p>
    </div>
  )
}
