import type { Category, LeftOut, Note, Person, Tag } from '../description.ts'
import { fullAddress } from './addresses.ts'
import type { TagRow, UserRow } from './rows.ts'

/** A row with its place in the file. */
export interface Placed<Row> {
  key: string
  place: string
  row: Row
}

/** Pages of a person, by the columns that hold an address or a name of an account. */
const ACCOUNTS: readonly [column: keyof UserRow, page: (name: string) => string][] = [
  ['facebook', (name) => `https://www.facebook.com/${name}`],
  ['twitter', (name) => `https://x.com/${name}`],
  ['threads', (name) => `https://www.threads.net/@${name}`],
  ['bluesky', (name) => `https://bsky.app/profile/${name}`],
  [
    'mastodon',
    (name) =>
      `https://${name.includes('@') && !name.includes('/') ? name.split('@').toReversed().join('/@') : name}`,
  ],
  ['tiktok', (name) => `https://www.tiktok.com/@${name}`],
  ['youtube', (name) => `https://www.youtube.com/${name.includes('/') ? name : `@${name}`}`],
  ['instagram', (name) => `https://www.instagram.com/${name}`],
  ['linkedin', (name) => `https://www.linkedin.com/${name.includes('/') ? name : `in/${name}`}`],
]

export function personOf({ key, place, row }: Placed<UserRow>, base: string | null): Person {
  const picture = row.profile_image || row.image
  const accounts = ACCOUNTS.flatMap(([column, page]) => {
    const name = String(row[column]).replace(/^[@/]+/, '')
    if (name === '') return []
    return [/^https?:\/\//.test(name) ? name : page(name)]
  })
  const notes: Note[] = []
  if (row.cover_image || row.cover) notes.push({ kind: 'dropped', text: 'The picture above a person’s page' })
  if (row.location) notes.push({ kind: 'dropped', text: 'The place where a person lives' })
  return {
    kind: 'person',
    ...{ key, place, notes },
    name: row.name,
    slug: row.slug,
    bio: row.bio,
    email: row.email,
    picture: picture === '' ? null : fullAddress(picture, base),
    links: [...(URL.canParse(row.website) ? [row.website] : []), ...accounts].filter(
      (link) => /^https?:\/\/./.test(link) && URL.canParse(link),
    ),
    addresses: pathsOf('author', row.slug),
  }
}

/** Nobody saw the page of somebody who wrote nothing. */
export function idlePerson({ key, place, row }: Placed<UserRow>): LeftOut {
  return {
    kind: 'left out',
    ...{ key, place, notes: [] },
    what: 'Person',
    title: row.slug,
    why: 'Wrote none of the stories and pages of the file',
  }
}

/** Whether only staff see a tag. */
export function isInternal({ name, visibility }: TagRow): boolean {
  return name.startsWith('#') || visibility === 'internal'
}

export function internalTag({ key, place, row }: Placed<TagRow>): LeftOut {
  return {
    kind: 'left out',
    ...{ key: `tag ${key}`, place, notes: [] },
    what: 'Internal tag',
    title: row.slug,
    why: 'Only staff saw it',
  }
}

/** A tag as a category, a tag or both, by what stories have it as; nobody has it: a tag. */
export function tagItems(
  { key, place, row }: Placed<TagRow>,
  use: { isPrimary: boolean; isFurther: boolean },
): (Category | Tag)[] {
  const { name, slug, description } = row
  const shared = { key, place, name, slug, description }
  const addresses = pathsOf('tag', slug)
  const notes: Note[] = []
  if (row.feature_image || row.image) notes.push({ kind: 'dropped', text: 'The picture of a tag' })
  if (row.meta_title || row.meta_description)
    notes.push({ kind: 'dropped', text: 'The words of a tag for search engines' })
  if (row.codeinjection_head || row.codeinjection_foot)
    notes.push({ kind: 'dropped', text: 'Code for the page of a tag' })
  if (!use.isPrimary) return [{ kind: 'tag', ...shared, notes, addresses }]
  const category: Category = { kind: 'category', ...shared, notes, parent: null, addresses }
  return use.isFurther ? [category, { kind: 'tag', ...shared, notes: [], addresses: [] }] : [category]
}

/** The page and the feed of a tag or person. */
function pathsOf(kind: 'tag' | 'author', slug: string): string[] {
  return slug === '' ? [] : [`/${kind}/${slug}/`, `/${kind}/${slug}/rss/`]
}
