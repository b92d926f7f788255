/** A grey placeholder while loading. Put `aria-busy` on the region around several. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-md bg-tint ${className}`} />
}
