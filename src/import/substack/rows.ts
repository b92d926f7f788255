import { type Csv, readCsv } from '../csv-rows.ts'
import { ImportError, type Publication } from '../description.ts'
import { momentOf } from '../moments.ts'

/** A row of posts.csv. */
export interface PostRow {
  /** Its place in posts.csv, for people. */
  place: string
  /** As in the file, the name of its HTML file: '12.clay', of some drafts '12'. */
  id: string
  slug: string
  date: string | null
  isPublished: boolean
  type: string
  audience: string
  title: string
  subtitle: string
  podcast: string
}

const COLUMNS = new Set('post_id post_date is_published type audience title subtitle podcast_url'.split(' '))

/** The rows of posts.csv, whose columns may be in any order and more than these. */
export function postRows(source: string): PostRow[] {
  const csv: Csv = readCsv(source, 'posts.csv', (column) => COLUMNS.has(column))
  for (const column of ['post_id', 'is_published', 'audience'])
    if (!csv.header.includes(column))
      throw new ImportError(`posts.csv has no column ${column}, so it is none of Substack`)
  return csv.rows.map(({ number, cells }) => {
    const cell = (name: string) => cells.get(name) ?? ''
    const id = cell('post_id')
    return {
      place: `posts.csv row ${number}`,
      id,
      slug: slugOf(id),
      date: momentOf(cell('post_date'), 'UTC'),
      isPublished: cell('is_published').toLowerCase() === 'true',
      type: cell('type').toLowerCase(),
      audience: cell('audience').toLowerCase(),
      title: cell('title'),
      subtitle: cell('subtitle'),
      podcast: cell('podcast_url'),
    }
  })
}

/** '12.clay' → 'clay'. */
export function slugOf(id: string): string {
  return id.replace(/^\d{1,20}(?:\.|$)/, '')
}

/** The number of a post, the same whatever its title becomes; a post_id without one as it is. */
export function numberOf(id: string): string {
  return /^\d{1,20}(?=\.|$)/.exec(id)?.[0] ?? id
}

const TYPES = new Set(['newsletter', 'page', 'podcast'])

const AUDIENCES: Readonly<Record<string, string>> = {
  only_paid: 'It was only for paying readers',
  only_free: 'It was only for readers who do not pay',
  founding: 'It was only for founding members',
}

/** Who may read a post: everybody only where all of its row says so. `closed`: why a part of its text is not for everybody. */
export function publicationOf(row: PostRow, closed: string | null, now: Date): Publication {
  const { audience, type, date } = row
  const why =
    audience !== 'everyone'
      ? (AUDIENCES[audience] ?? `Its audience “${audience}” is not known`)
      : closed !== null
        ? closed
        : TYPES.has(type)
          ? null
          : `Its type “${type}” is not known`
  if (why !== null || !row.isPublished) return { state: 'draft', why }
  if (date === null) return { state: 'draft', why: 'It has no date' }
  return { state: Date.parse(date) > now.getTime() ? 'scheduled' : 'published', at: date }
}
