import type { Font } from '../../../domain/font.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FontCard } from './font-card.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-4'

export function FontResults({
  fonts,
  isError,
  usesOf,
  onRetry,
  onPreview,
  onDelete,
}: {
  fonts: readonly Font[] | undefined
  isError: boolean
  usesOf: (font: Font) => readonly string[]
  onRetry: () => void
  onPreview: (font: Font) => void
  onDelete?: (font: Font) => void
}) {
  if (isError && fonts === undefined) return <ErrorState title="Failed to fetch fonts" onRetry={onRetry} />
  if (fonts === undefined) {
    return (
      <div role="status" className={GRID}>
        <span className="sr-only">Loading fonts…</span>
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-72" />
        ))}
      </div>
    )
  }
  if (fonts.length === 0) {
    return <EmptyState title="No fonts yet. The site uses its own until one is uploaded and chosen." />
  }
  return (
    <ul aria-label="Fonts" className={GRID}>
      {fonts.map((font) => (
        <FontCard
          key={font.id}
          font={font}
          uses={usesOf(font)}
          onPreview={() => onPreview(font)}
          {...(onDelete === undefined ? {} : { onDelete: () => onDelete(font) })}
        />
      ))}
    </ul>
  )
}
