import { useAuthorName } from '../../data/author-name.ts'
import { useProfile } from '../../session/use-profile.ts'
import type { MediaFile } from './data/media.ts'

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
