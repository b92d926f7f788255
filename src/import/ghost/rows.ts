import * as z from 'zod/mini'
import { isObject, str } from '../../domain/body/json.ts'
import { momentOf } from './moment.ts'

/** A column that is read from whatever the file has in its place: missing, null, or of another type. */
function column<Value>(read: (value: unknown) => Value) {
  return z.prefault(z.pipe(z.unknown(), z.transform(read)), null)
}

const line = column((value) => str(value).trim())
const isTrue = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'
const flag = column(isTrue)
/** Whether there is something: its text is not read. */
const isThere = column((value) => str(value).trim() !== '')
const moment = column(momentOf)
const place = column((value) => (typeof value === 'number' ? value : Number.parseInt(str(value), 10) || 0))
/** A text, or the JSON of a document. */
const document = column((value) => (isObject(value) ? JSON.stringify(value) : str(value)))

/** What posts have had themselves until Ghost 2, and have in a table of its own since. */
const metaColumns = {
  meta_title: line,
  meta_description: line,
  og_image: line,
  og_title: line,
  og_description: line,
  twitter_image: line,
  twitter_title: line,
  twitter_description: line,
  feature_image_alt: line,
  feature_image_caption: line,
  email_only: flag,
}

const postMetaRow = z.object({ post_id: line, ...metaColumns })
export type PostMeta = Omit<z.infer<typeof postMetaRow>, 'post_id'>

const postRow = z.object({
  ...metaColumns,
  id: line,
  uuid: line,
  title: line,
  slug: line,
  lexical: document,
  mobiledoc: document,
  html: document,
  markdown: document,
  feature_image: line,
  /** The same until Ghost 0.11. */
  image: line,
  featured: flag,
  /** Until Ghost 2. */
  page: flag,
  /** Since Ghost 3. */
  type: line,
  status: line,
  visibility: line,
  custom_excerpt: line,
  canonical_url: line,
  custom_template: line,
  codeinjection_head: isThere,
  codeinjection_foot: isThere,
  author_id: line,
  created_at: moment,
  updated_at: moment,
  published_at: moment,
})
export type PostRow = z.infer<typeof postRow>

const userRow = z.object({
  id: line,
  name: line,
  slug: line,
  email: line,
  bio: line,
  profile_image: line,
  /** The same until Ghost 0.11. */
  image: line,
  cover_image: isThere,
  cover: isThere,
  location: isThere,
  website: line,
  facebook: line,
  twitter: line,
  threads: line,
  bluesky: line,
  mastodon: line,
  tiktok: line,
  youtube: line,
  instagram: line,
  linkedin: line,
})
export type UserRow = z.infer<typeof userRow>

const tagRow = z.object({
  id: line,
  name: line,
  slug: line,
  description: line,
  visibility: line,
  feature_image: isThere,
  image: isThere,
  meta_title: isThere,
  meta_description: isThere,
  codeinjection_head: isThere,
  codeinjection_foot: isThere,
})
export type TagRow = z.infer<typeof tagRow>

/** By table: what is read of its rows. An export has passwords, keys and secrets, too; nothing else of it is looked at. */
export const ROWS = {
  posts: postRow,
  posts_meta: postMetaRow,
  users: userRow,
  tags: tagRow,
  posts_tags: z.object({ post_id: line, tag_id: line, sort_order: place }),
  posts_authors: z.object({ post_id: line, author_id: line, sort_order: place }),
  redirects: z.object({ id: line, from: line, to: line, post_id: line }),
} as const

export type TableName = keyof typeof ROWS
export type RowOf<Table extends TableName> = z.infer<(typeof ROWS)[Table]>
