import { Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { type Media, formatBytes, mediaType } from '../../domain/media/media.ts'
import { describeError } from '../resources/describe-error.ts'
import { Button } from '../ui/layout/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { uploadFile } from './data/upload-file.ts'
import { FileButton } from './file-button.tsx'

type StagedFiles = ReturnType<typeof useStagedFiles>

/** A file before or during its upload. `preview` is an object URL. */
interface StagedFile {
  id: number
  file: File
  preview: string
  altText: string
  /** Share sent, 0 to 1; null before. */
  progress: number | null
}

let nextId = 1

function stagedFile(file: File): StagedFile {
  return { id: nextId++, file, preview: URL.createObjectURL(file), altText: '', progress: null }
}

/** The files chosen for upload in a dialog; `initial` are those it opens with. */
export function useStagedFiles(userId: string, initial: readonly File[]) {
  const [files, setFiles] = useState<readonly StagedFile[]>(() => initial.map(stagedFile))
  const [isUploading, setUploading] = useState(false)
  const revokeAll = useEffectEvent(() => files.forEach(({ preview }) => URL.revokeObjectURL(preview)))
  useEffect(() => () => revokeAll(), [])

  const change = (id: number, patch: Partial<StagedFile>) =>
    setFiles((all) => all.map((item) => (item.id === id ? { ...item, ...patch } : item)))

  const drop = (isDropped: (item: StagedFile) => boolean) => {
    files.filter(isDropped).forEach(({ preview }) => URL.revokeObjectURL(preview))
    setFiles((all) => all.filter((item) => !isDropped(item)))
  }

  const remove = (id: number) => drop((item) => item.id === id)

  /** Uploads the files one by one; failed ones stay staged, the last reason is in `failed`. */
  const upload = async () => {
    setUploading(true)
    const uploaded: Media[] = []
    let failed: string | null = null
    for (const item of files) {
      try {
        change(item.id, { progress: 0 })
        uploaded.push(
          await uploadFile(item, userId, { onProgress: (progress) => change(item.id, { progress }) }),
        )
        remove(item.id)
      } catch (error) {
        change(item.id, { progress: null })
        failed = describeError(error, { network: 'No connection' })
      }
    }
    setUploading(false)
    return { uploaded, failed }
  }

  return {
    files,
    isUploading,
    add: (added: readonly File[]) => setFiles((all) => [...all, ...added.map(stagedFile)]),
    describe: (id: number, altText: string) => change(id, { altText }),
    remove,
    clear: () => drop(() => true),
    upload,
  }
}

/** The pictures to upload, each with a field for its alt text. */
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
        <p role="alert" className="text-sm text-madder">
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

interface StagedRowProps {
  item: StagedFile
  staged: StagedFiles
  autoFocus: boolean
}

function StagedRow({ item: { id, file, preview, altText, progress }, staged, autoFocus }: StagedRowProps) {
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
                  className="h-full origin-left rounded-full bg-prussian transition-transform duration-200"
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
