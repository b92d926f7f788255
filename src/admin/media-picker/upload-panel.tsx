import { Plus, X } from 'lucide-react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { formatBytes, mediaType } from '../../domain/media.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FileButton } from './file-button.tsx'
import type { StagedFile, StagedFiles } from './use-staged-files.ts'

/** The pictures about to be uploaded, each asking for its alt text. */
export function UploadPanel({
  staged,
  refusal,
  onAdd,
}: {
  staged: StagedFiles
  refusal: string | null
  onAdd: (files: readonly File[]) => void
}) {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-soft">
        Say what each picture shows, for those who cannot see it. Leave it empty only where a picture adds
        nothing to the words.
      </p>
      {refusal !== null && (
        <p role="alert" className="text-sm text-brick">
          {refusal}
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {staged.files.map((item, index) => (
          <StagedRow key={item.id} item={item} staged={staged} autoFocus={index === 0} />
        ))}
      </ul>
      <FileButton onFiles={onAdd} isDisabled={staged.isUploading} className="self-start">
        <Plus aria-hidden className="size-4" />
        Add another
      </FileButton>
    </div>
  )
}

function StagedRow({
  item,
  staged,
  autoFocus,
}: {
  item: StagedFile
  staged: StagedFiles
  autoFocus: boolean
}) {
  const { id, file, preview, altText, progress } = item
  return (
    <li className="flex items-start gap-4 rounded-lg border border-rule bg-card p-3">
      <img src={preview} alt="" className="size-24 shrink-0 rounded-md object-cover" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex items-baseline gap-2 text-sm">
          <span className="truncate font-semibold">{file.name}</span>
          <span className="shrink-0 text-soft">{formatBytes(file.size)}</span>
        </p>
        <TextField
          label="Alt Text"
          value={altText}
          onChange={(text) => staged.describe(id, text)}
          maxLength={mediaType.fields.alt_text.max}
          autoFocus={autoFocus}
          isDisabled={staged.isUploading}
          placeholder="A white tub before a wall of blue tiles"
        />
        {progress !== null && (
          <ProgressBar aria-label={`Uploading ${file.name}`} value={progress * 100}>
            {({ percentage = 0 }) => (
              <div className="h-1 overflow-hidden rounded-full bg-tint">
                <div
                  className="h-full origin-left rounded-full bg-viridian transition-transform duration-200"
                  style={{ transform: `scaleX(${percentage / 100})` }}
                />
              </div>
            )}
          </ProgressBar>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Leave out ${file.name}`}
        isDisabled={staged.isUploading}
        onPress={() => staged.remove(id)}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </li>
  )
}
