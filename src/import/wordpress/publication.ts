import type { Publication } from '../description.ts'
import { membersOnly } from './members-only.ts'
import type { WxrRecord } from './wxr-record.ts'

/** Everything that a story's publication follows from. */
interface Evidence {
  record: WxrRecord
  /** When it was or will be published, as the file says. */
  at: string | null
  now: Date
  /** Whether a rule of a plugin, elsewhere in the file, protects it. */
  isProtected: boolean
  /** Whether a part of its body is not for everybody. */
  hasHiddenPart: boolean
}

/** Why an item is not taken at all; null for one that is. */
export function reasonToLeaveOut(record: WxrRecord): string | null {
  const statuses = record.texts('wp:status')
  if (statuses.includes('trash')) return 'It is in the trash'
  if (statuses.includes('auto-draft')) return 'WordPress began it by itself and nobody wrote it'
  return null
}

/** Whether readers may see a story: only where all that the file says of it allows it. */
export function publicationOf({ record, at, now, isProtected, hasHiddenPart }: Evidence): Publication {
  const statuses = new Set(record.texts('wp:status').filter((status) => status !== ''))
  const [status = ''] = statuses
  if (statuses.size > 1) return draft('The file gives it several statuses')
  if (status === 'draft') return draft(null)
  if (status === 'pending') return { state: 'review', why: 'It waits for review' }
  if (status === 'private') return draft('It is private')
  if (status === 'archive' || status === 'archived') return { state: 'archived', why: 'It is archived' }
  if (status === '') return draft('The file does not say its status')
  if (status !== 'publish' && status !== 'future') return draft(`Its status is “${status.slice(0, 40)}”`)
  if (record.hasPassword) return draft('It stands behind a password')
  const members = membersOnly(record)
  if (members !== null) return draft(members)
  if (isProtected) return draft('A plugin for members may protect it')
  if (hasHiddenPart) return draft('A part of it is not for everybody')
  if (at === null) return draft('The file does not say when it was published')
  if (Date.parse(at) > now.getTime()) return { state: 'scheduled', at }
  if (status === 'future') return draft('It was scheduled and WordPress missed the date')
  return hasExpired(record, now)
    ? draft('The time in which it was shown is over')
    : { state: 'published', at }
}

function draft(why: string | null): Publication {
  return { state: 'draft', why }
}

/** The moment at which PublishPress Future takes a story down, in seconds; NaN for none. */
export function expiryOf(record: WxrRecord): number {
  const isOff = /^(?:0|unsaved|off)$/.test(record.meta('_expiration-date-status'))
  const seconds = record.meta('_expiration-date')
  return isOff || !/^\d{9,11}$/.test(seconds) ? Number.NaN : Number(seconds)
}

function hasExpired(record: WxrRecord, now: Date): boolean {
  return expiryOf(record) * 1000 <= now.getTime()
}
