import { serverClock } from '../../backend/server-clock.ts'
import type { Media } from '../../domain/media.ts'
import { isUsable, usabilityAt } from '../../domain/media-rights.ts'

/** Why a file may not be shown to readers now; null when it may. */
export function notUsableText(file: Media): string | null {
  const now = serverClock.now().getTime()
  if (isUsable(file, now)) return null
  return usabilityAt(file, now) === 'ended' ? 'Right ended' : 'Not usable yet'
}
