import {
  type SocialLinks,
  authorKeys,
  firstSentence,
  SOCIAL_NETWORKS,
  socialUrl,
} from '../../domain/people/author.ts'
import { DEFAULT_LANGUAGE } from '../../domain/text/date-format.ts'
import { nameKey } from '../../domain/people/person-name.ts'
import type { Row } from '../rows.ts'
import type { AuthorCard } from '../types.ts'

/** A person with an author page. */
export interface AuthorEntry {
  /** The last segment of the canonical address. */
  key: string
  /** The other segments that lead here. */
  aliases: readonly string[]
  row: Row<'author_profiles'>
}

export function authorPath(key: string): string {
  return `/author/${key}`
}

export function authorName({ row }: Pick<AuthorEntry, 'row'>): string {
  return row.name.trim()
}

/**
 * The name of the owner of a story without credits: of the author profile of the account. `entry` may also be an author
 * without account who was found by the account's name, in the account's spelling then. Empty when there is none.
 */
export function ownerName(
  { id, full_name }: Pick<Row<'profiles'>, 'id' | 'full_name'>,
  entry: Pick<AuthorEntry, 'row'> | null,
): string {
  const own = entry === null ? '' : authorName(entry)
  return entry?.row.profile_id === id ? own : full_name?.trim() || own
}

/** The rows in the order of the list of authors: the editorial team by its places, then everybody else by name. */
function inOrder(rows: Iterable<Row<'author_profiles'>>, locale: string): readonly Row<'author_profiles'>[] {
  const compare = textOrder(locale)
  const place = (row: Row<'author_profiles'>) => row.team_position ?? Number.MAX_SAFE_INTEGER
  return [...rows].sort((a, b) => place(a) - place(b) || compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
}

/** All authors with their addresses; every address leads to one author only. */
export type AuthorDirectory = ReturnType<typeof authorDirectory>

export function authorDirectory(rows: Iterable<Row<'author_profiles'>>, locale = DEFAULT_LANGUAGE) {
  const taken = new Set<string>()
  const claim = (key: string) => !taken.has(key) && taken.add(key)
  // Everyone's own address first, so that a namesake's alias never takes it.
  const drafts = inOrder(rows, locale).map((row) => {
    // In order of preference.
    const keys = [...new Set(authorKeys(row).map((key) => key.normalize()))]
    return { row, keys, key: keys.find(claim) }
  })
  const entries: AuthorEntry[] = drafts.flatMap(({ row, keys, key }) =>
    key === undefined ? [] : [{ row, key, aliases: keys.filter(claim) }],
  )

  const byProfile = new Map<string, AuthorEntry>()
  const byName = new Map<string, AuthorEntry>()
  const byRow = new Map<string, AuthorEntry>()
  for (const entry of entries) {
    const { id, profile_id } = entry.row
    byRow.set(id, entry)
    const name = nameKey(authorName(entry))
    if (profile_id !== null) byProfile.set(profile_id, entry)
    else if (name !== '' && !byName.has(name)) byName.set(name, entry)
  }
  return {
    /** The editorial team first, then by name. */
    entries,
    byKey: new Map(entries.flatMap((entry) => [entry.key, ...entry.aliases].map((key) => [key, entry]))),
    /** The author of a row of `author_profiles`; null when it has no address. */
    ofRow: (id: string): AuthorEntry | null => byRow.get(id) ?? null,
    /**
     * The author whose account this is. Else the author of that name who has no account: only once an editor has
     * confirmed the name, since people may sign up under any name.
     */
    ofProfile: ({ id, full_name, name_confirmed }: Row<'profiles'>): AuthorEntry | null =>
      byProfile.get(id) ?? (name_confirmed ? byName.get(nameKey(full_name ?? '')) : null) ?? null,
  }
}

/** What an author signs a story with: the URL of their picture, and the first sentence of what is told of them. */
export function signatureOf({ row }: AuthorEntry): { image: string | null; sentence: string } {
  return { image: row.image_url, sentence: firstSentence(row.bio ?? '') }
}

/** An author's links in the order of the networks. */
export function socialLinks(links: SocialLinks): AuthorCard['social'] {
  return SOCIAL_NETWORKS.flatMap((network) => {
    const url = socialUrl(network, links[network])
    return url === null ? [] : [{ network, url }]
  })
}

/** The order of names in a list, as a language has it; names that compare equal keep one order, too. */
export function textOrder(locale: string): (a: string, b: string) => number {
  const { compare } = new Intl.Collator(locale)
  return (a, b) => compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
