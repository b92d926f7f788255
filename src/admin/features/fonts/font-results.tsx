import { Eye, Trash2 } from 'lucide-react'
import type { Font } from '../../../domain/font.ts'
import { FontSample } from '../../components/font-sample.tsx'
import { FontTags } from '../../components/font-tags.tsx'
import { ListSkeleton } from '../../resources/list-results.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'

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
  onDelete: ((font: Font) => void) | undefined
}) {
  if (isError && fonts === undefined) return <ErrorState title="Failed to fetch fonts" onRetry={onRetry} />
  if (fonts === undefined)
    return <ListSkeleton noun="fonts" count={3} className="h-72" listClassName={GRID} />
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
          onDelete={onDelete === undefined ? undefined : () => onDelete(font)}
        />
      ))}
    </ul>
  )
}

/** A font with a sample of itself. Without `onDelete` it cannot be deleted. */
function FontCard({
  font,
  uses,
  onPreview,
  onDelete,
}: {
  font: Font
  uses: readonly string[]
  onPreview: () => void
  onDelete: (() => void) | undefined
}) {
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-rule bg-card">
      <div
        aria-hidden
        className="flex h-36 flex-col justify-center overflow-hidden border-b border-rule px-4"
      >
        <FontSample font={font}>
          <p className="text-[3.25rem] leading-none">Aa</p>
          <p className="mt-3 truncate text-xl leading-tight">Love where you live</p>
        </FontSample>
      </div>
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <h2 title={font.font_name} className="line-clamp-2 font-semibold break-words">
          {font.font_name}
        </h2>
        <FontTags font={font} />
        {uses.length > 0 && <p className="text-sm text-soft">In use: {uses.join(', ')}</p>}
        <div className="mt-auto flex gap-2 pt-1.5">
          <Button size="sm" aria-label={`Preview ${font.font_name}`} onPress={onPreview}>
            <Eye aria-hidden className="size-4" />
            Preview
          </Button>
          {onDelete !== undefined && (
            <Button size="sm" variant="ghost" aria-label={`Delete ${font.font_name}`} onPress={onDelete}>
              <Trash2 aria-hidden className="size-4" />
              Delete
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
