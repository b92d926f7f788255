import { File, FileText, Film, Music } from 'lucide-react'
import { type Media, mediaKind } from '../../../domain/media/media.ts'
import { MediaThumbnail } from '../../components/cropped-picture.tsx'

/** The thumbnail of a picture, or the icon of another kind of file (`alt=""`: its name is beside it). */
export function FilePicture({ file, className }: { file: Media; className: string }) {
  const kind = mediaKind(file.mime_type)
  if (kind === 'image') return <MediaThumbnail file={file} className={`bg-tint ${className}`} />
  const document = file.mime_type === 'application/octet-stream' ? File : FileText
  const Icon = { video: Film, audio: Music, document }[kind]
  return (
    <span className={`flex items-center justify-center bg-tint text-soft ${className}`}>
      <Icon aria-hidden strokeWidth={1.5} className="size-2/5 max-h-10 max-w-10" />
    </span>
  )
}
