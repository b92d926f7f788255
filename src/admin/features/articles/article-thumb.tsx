import { ImageOff } from 'lucide-react'
import { CroppedPicture } from '../../components/cropped-picture.tsx'

/** Decorative thumbnail of the featured image (`alt=""`). */
export function ArticleThumb({ url, className }: { url: string | null; className: string }) {
  const shape = `shrink-0 rounded-sm bg-tint ${className}`
  if (url === null) {
    return (
      <span className={`flex items-center justify-center text-soft ${shape}`}>
        <ImageOff aria-hidden className="size-4" />
      </span>
    )
  }
  return <CroppedPicture url={url} className={shape} />
}
