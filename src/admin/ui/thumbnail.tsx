import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { thumbnailUrl } from '../../domain/media-address.ts'

/**
 * A thumbnail; the original picture when there is none, an icon when both fail. `thumbnail` defaults to the address where
 * it would be.
 */
export function Thumbnail({
  url,
  thumbnail = thumbnailUrl(url),
  alt,
  title,
  className = '',
}: {
  url: string
  thumbnail?: string | null
  alt: string
  title?: string
  className?: string
}) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const source = [thumbnail, url].find((one) => one !== null && !failed.includes(one))
  if (typeof source !== 'string') {
    return (
      <span
        role={alt === '' ? undefined : 'img'}
        aria-label={alt || undefined}
        title={title}
        className={`flex items-center justify-center bg-tint text-soft ${className}`}
      >
        <ImageOff aria-hidden className="size-5" />
      </span>
    )
  }
  return (
    <img
      src={source}
      alt={alt}
      title={title}
      loading="lazy"
      decoding="async"
      onError={() => setFailed([...failed, source])}
      className={className}
    />
  )
}
