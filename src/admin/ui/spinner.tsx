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

/** A spinner in the middle of an empty page. */
export function PageSpinner() {
  return (
    <div className="flex min-h-dvh items-center justify-center noscript:hidden">
      <Spinner className="size-8" />
    </div>
  )
}
