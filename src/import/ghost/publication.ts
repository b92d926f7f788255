import type { Publication } from '../description.ts'
import type { PostRow } from './rows.ts'

/** What the file says of who could read a story or page. */
export type Access = Pick<PostRow, 'status' | 'visibility' | 'email_only' | 'created_at' | 'published_at'> & {
  /** Whether the text has a part for members only. */
  isGated: boolean
  /** Whether a password stood before the whole site. */
  isSitePrivate: boolean
}

/**
 * Who may read a story or page. Public is only what Ghost calls published and public, with a date. `isDateOfCreation`:
 * it has no date of publication, the date of its creation takes its place.
 */
export function publicationOf(
  access: Access,
  now: Date,
): { publication: Publication; isDateOfCreation: boolean } {
  const draft = (why: string | null) => ({
    publication: { state: 'draft', why } as const,
    isDateOfCreation: false,
  })
  const { status, created_at, published_at } = access
  if (status === 'draft') return draft(null)
  const why = whyPrivate(access)
  if (why !== null) return draft(why)
  const at = published_at ?? created_at
  if (at === null) return draft('The file does not say when it was published')
  const isAhead = Date.parse(at) > now.getTime()
  if (status === 'scheduled') {
    if (published_at === null) return draft('It was to be published, but the file does not say when')
    if (!isAhead) return draft('It was still to be published when the file was made')
  }
  return {
    publication: isAhead ? { state: 'scheduled', at } : { state: 'published', at },
    isDateOfCreation: published_at === null,
  }
}

/** Who alone could read it, by what Ghost calls its visibility. */
const READERS: ReadonlyMap<string, string> = new Map([
  ['members', 'Only members could read it'],
  ['paid', 'Only paying members could read it'],
  ['tiers', 'Only some members could read it'],
  ['filter', 'Only some members could read it'],
])

function whyPrivate(access: Access): string | null {
  const { status, visibility, email_only, isGated, isSitePrivate } = access
  if (status === 'sent' || email_only) return 'It was sent as a letter and never stood on the site'
  if (status === '') return 'The file does not say whether it was published'
  if (status !== 'published' && status !== 'scheduled') return 'Its state in the file is not known'
  // Files that others write for Ghost leave it out: Ghost takes them as public.
  if (visibility !== '' && visibility !== 'public')
    return READERS.get(visibility) ?? 'Who could read it is not known'
  if (isSitePrivate) return 'A password stood before the whole site'
  return isGated ? 'A part of it is for members only' : null
}
