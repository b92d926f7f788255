/** A spinner with a label for screen readers. */
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
        className={`animate-spin rounded-full border-2 border-rule border-t-viridian ${className}`}
      />
      <span className="sr-only">{label}</span>
    </span>
  )
}
