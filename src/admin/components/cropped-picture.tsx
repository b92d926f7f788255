import { useQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Focus, objectPosition } from '../../domain/media/focus.ts'
import type { Media } from '../../domain/media/media.ts'
import { thumbnailUrl } from '../../domain/media/media-address.ts'
import { pictureFocusQuery } from '../data/files/picture-focus.ts'
import { storedMediaUrl } from '../data/files/stored-media-url.ts'
import { useProfile } from '../session/use-profile.ts'

interface CroppedPictureProps {
  url: string
  /** Null to show the original. By default the address at which a thumbnail would be. */
  thumbnail?: string | null
  alt?: string
  title?: string
  /** Looked up by the address when it is left out. */
  focus?: Focus | null
  /** Shown when neither loads; by default an icon. */
  fallback?: ReactNode
  className?: string
}

/** A picture that fills its box: the thumbnail, or the original when there is none. */
export function CroppedPicture({
  url,
  thumbnail = thumbnailUrl(url),
  alt = '',
  title,
  focus,
  fallback,
  className = '',
}: CroppedPictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const { role } = useProfile()
  const { data: found = null } = useQuery({ ...pictureFocusQuery(url, role), enabled: focus === undefined })
  const source = [thumbnail, url].find((one) => one !== null && !failed.includes(one))
  if (typeof source === 'string') {
    return (
      <img
        src={source}
        alt={alt}
        title={title}
        loading="lazy"
        decoding="async"
        onError={() => setFailed([...failed, source])}
        style={{ objectPosition: objectPosition(focus === undefined ? found : focus) }}
        className={`object-cover ${className}`}
      />
    )
  }
  return (
    fallback ?? (
      <span
        role={alt === '' ? undefined : 'img'}
        aria-label={alt || undefined}
        title={title}
        className={`flex items-center justify-center bg-tint text-soft ${className}`}
      >
        <ImageOff aria-hidden className="size-5" />
      </span>
    )
  )
}

export function MediaThumbnail({
  file: { storage_path, thumbnail_path, focus },
  ...props
}: Omit<CroppedPictureProps, 'url' | 'thumbnail' | 'focus'> & { file: Media }) {
  return (
    <CroppedPicture
      url={storedMediaUrl(storage_path)}
      thumbnail={thumbnail_path === null ? null : storedMediaUrl(thumbnail_path)}
      focus={focus}
      {...props}
    />
  )
}
