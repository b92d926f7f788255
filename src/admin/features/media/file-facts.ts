import { type Media, formatBytes, typeLabel } from '../../../domain/media/media.ts'
import { useAuthorName } from '../../data/people/author-name.ts'
import { useProfile } from '../../session/use-profile.ts'
import type { MediaFile } from './data/media.ts'

/** '1600 × 1067' in pixels, unbroken; null for what has no size or whose size is not known. */
export function dimensions({ width, height }: Pick<Media, 'width' | 'height'>): string | null {
  return width === null || height === null ? null : `${width}\u00a0×\u00a0${height}`
}

/** 'JPEG, 1.20 MB, 1600 × 1067', as far as it is known. */
export function fileFacts(file: Pick<Media, 'mime_type' | 'size_bytes' | 'width' | 'height'>): string {
  return [typeLabel(file.mime_type), formatBytes(file.size_bytes), dimensions(file)]
    .filter(Boolean)
    .join(', ')
}

/** The name of a file's uploader; '' when it is unknown or may not be read. */
export function useUploader(): (file: MediaFile) => string {
  const profile = useProfile()
  const authorName = useAuthorName()
  return ({ uploaded_by, uploader }) => {
    if (uploader !== null) return uploader.full_name ?? uploader.email ?? ''
    if (uploaded_by === profile.id) return profile.full_name ?? profile.email ?? ''
    return authorName(uploaded_by)
  }
}
