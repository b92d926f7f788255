import { useState } from 'react'
import { mediaKind, typeLabel } from '../../../domain/media.ts'
import { storedMediaUrl } from '../../data/stored-media-url.ts'
import type { MediaFile } from './data/media.ts'
import { FilePicture } from './file-picture.tsx'

/** The large preview of a file, where the browser can show one. */
export function FileStage({ file }: { file: MediaFile }) {
  const [hasFailed, setFailed] = useState(false)
  const { original_filename: name, mime_type, alt_text, caption } = file
  const url = storedMediaUrl(file.storage_path)
  const kind = mediaKind(mime_type)
  const fail = () => setFailed(true)
  if (hasFailed) return <Unseen file={file} text="The file could not be loaded." />
  if (kind === 'image') {
    return (
      <img
        src={url}
        alt={alt_text || name}
        onError={fail}
        className="max-h-[62dvh] max-w-full object-contain"
      />
    )
  }
  if (kind === 'video') {
    return (
      <video
        controls
        preload="metadata"
        aria-label={caption || name}
        src={url}
        onError={fail}
        className="max-h-[62dvh] w-full"
      />
    )
  }
  if (kind === 'audio') {
    return (
      <audio
        controls
        preload="metadata"
        aria-label={caption || name}
        src={url}
        onError={fail}
        className="w-full max-w-md"
      />
    )
  }
  if (mime_type === 'application/pdf') {
    return <iframe src={url} title={name} className="h-[62dvh] w-full rounded-sm border-0 bg-card" />
  }
  return (
    <Unseen
      file={file}
      text={`A browser cannot show ${typeLabel(mime_type)} files. Download it to see it.`}
    />
  )
}

function Unseen({ file, text }: { file: MediaFile; text: string }) {
  return (
    <div className="flex flex-col items-center gap-3 p-8 text-center text-sm text-soft">
      <FilePicture file={file} className="size-28 rounded-md" />
      <p>{text}</p>
    </div>
  )
}
