import { mediaKind } from '../../../domain/media.ts'
import type { MediaFile } from './data/media.ts'
import { fileFacts } from './file-facts.ts'
import { FileMenu } from './file-actions.tsx'
import { FilePicture } from './file-picture.tsx'

export interface MediaRows {
  rows: readonly MediaFile[]
  onOpen: (id: string) => void
  onDelete: (file: MediaFile) => void
}

export const MEDIA_GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-x-4 gap-y-5 md:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]'

export function MediaGrid({ rows, onOpen, onDelete }: MediaRows) {
  return (
    <ul aria-label="Files" className={MEDIA_GRID}>
      {rows.map((file) => (
        <li key={file.id} className="group min-w-0">
          <button
            type="button"
            onClick={() => onOpen(file.id)}
            aria-label={`Preview ${file.original_filename}`}
            className="block w-full overflow-hidden rounded-md border border-rule bg-tint"
          >
            <FilePicture
              file={file}
              className="aspect-4/3 w-full transition-transform duration-200 group-hover:scale-[1.02]"
            />
          </button>
          <div className="mt-1.5 flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <p title={file.original_filename} className="truncate text-sm font-semibold">
                {file.original_filename}
              </p>
              <p className="text-xs text-soft">{fileFacts(file)}</p>
              {lacksAltText(file) && <p className="text-xs text-brick">No alt text</p>}
            </div>
            <FileMenu
              file={file}
              onOpen={() => onOpen(file.id)}
              onDelete={() => onDelete(file)}
              className="-mt-0.5 -mr-1.5 size-8!"
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

function lacksAltText({ mime_type, alt_text }: MediaFile): boolean {
  return mediaKind(mime_type) === 'image' && !alt_text
}
