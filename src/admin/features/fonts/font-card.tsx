import { Eye, Trash2 } from 'lucide-react'
import type { Font } from '../../../domain/font.ts'
import { Button } from '../../ui/button.tsx'
import { FontSample } from '../../components/font-sample.tsx'
import { FontTags } from '../../components/font-tags.tsx'

/** A font with a sample of itself. Without `onDelete` it cannot be deleted. */
export function FontCard({
  font,
  uses,
  onPreview,
  onDelete,
}: {
  font: Font
  uses: readonly string[]
  onPreview: () => void
  onDelete?: () => void
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
