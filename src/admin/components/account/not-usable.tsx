import type { Media } from '../../../domain/media/media.ts'
import { isUsable, usabilityAt } from '../../../domain/media/media-rights.ts'
import { useNow } from '../../ui/keys/use-now.ts'

/** Why a file may not be shown to readers now; nothing when it may. */
export function NotUsable({ file, className }: { file: Media; className: string }) {
  const now = useNow([file.usable_from, file.usable_until]).getTime()
  if (isUsable(file, now)) return null
  return <p className={className}>{usabilityAt(file, now) === 'ended' ? 'Right ended' : 'Not usable yet'}</p>
}
