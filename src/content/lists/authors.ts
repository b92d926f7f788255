import {
  type SocialLinks,
  authorKeys,
  firstSentence,
  SOCIAL_NETWORKS,
  socialUrl,
  teamMemberByName,
} from '../../domain/people/author.ts'
import { DEFAULT_LANGUAGE } from '../../domain/text/date-format.ts'
import { nameKey } from '../../domain/people/person-name.ts'
import { type TeamMember, TEAM } from '../../magazine/team.ts'
import type { Row } from '../rows.ts'
import type { AuthorCard } from '../types.ts'

/** A person with an author page: a row, a member of the editorial team, or both in one. */
export interface AuthorEntry {
  /** The row's id, or the team member's without a row. */
  id: string
  /** The last segment of the canonical address. */
  key: string
  /** The other segments that lead here. */
  aliases: readonly string[]
  row: Row<'author_profiles'> | null
  member: TeamMember | null
}

export function authorPath(key: string): string {
  return `/author/${key}`
}

export function authorName(entry: Pick<AuthorEntry, 'row' | 'member'>): string {
  return (entry.row?.name ?? entry.member?.name ?? '').trim()
}

/**
 * The name of the owner of a story without credits: of the author profile of the account. `entry` may also be an author
 * without account who was found by the account's name, in the account's spelling then. Empty when there is none.
 */
export function ownerName(
  { id, full_name }: Pick<Row<'profiles'>, 'id' | 'full_name'>,
  entry: Pick<AuthorEntry, 'row' | 'member'> | null,
): string {
  const own = entry === null ? '' : authorName(entry)
  return entry?.row?.profile_id === id ? own : full_name?.trim() || own
}

/** One entry for each person: a row with the name of a team member is that member. */
function people(
  rows: Iterable<Row<'author_profiles'>>,
  locale: string,
): Omit<AuthorEntry, 'key' | 'aliases'>[] {
  const compare = textOrder(locale)
  const sorted = [...rows].sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  const rowOfMember = new Map<TeamMember, Row<'author_profiles'>>()
  const others: Row<'author_profiles'>[] = []
  for (const row of sorted) {
    const member = teamMemberByName(row.name)
    if (member !== null && !rowOfMember.has(member)) rowOfMember.set(member, row)
    else others.push(row)
  }
  return [
    ...TEAM.map((member) => {
      const row = rowOfMember.get(member) ?? null
      return { id: row?.id ?? member.id, row, member }
    }),
    ...others.map((row) => ({ id: row.id, row, member: null })),
  ]
}

/** Addresses in order of preference. A second row with a member's name must not claim the member's address. */
function keysOf({ row, member }: Omit<AuthorEntry, 'key' | 'aliases'>): string[] {
  const identity = row ?? (member && { id: member.id, slug: null, name: member.name })
  return identity === null ? [] : [...new Set(authorKeys(identity).map((key) => key.normalize()))]
}

/** All authors with their addresses; every address leads to one author only. */
export type AuthorDirectory = ReturnType<typeof authorDirectory>

export function authorDirectory(rows: Iterable<Row<'author_profiles'>>, locale = DEFAULT_LANGUAGE) {
  const taken = new Set<string>()
  const claim = (key: string) => !taken.has(key) && taken.add(key)
  // Everyone's own address first, so that a namesake's alias never takes it.
  const drafts = people(rows, locale).map((person) => {
    const keys = keysOf(person)
    return { person, keys, key: keys.find(claim) }
  })
  const entries: AuthorEntry[] = drafts.flatMap(({ person, keys, key }) =>
    key === undefined ? [] : [{ ...person, key, aliases: keys.filter(claim) }],
  )

  const byProfile = new Map<string, AuthorEntry>()
  const byName = new Map<string, AuthorEntry>()
  const byRow = new Map<string, AuthorEntry>()
  for (const entry of entries) {
    if (entry.row !== null) byRow.set(entry.row.id, entry)
    const profileId = entry.row?.profile_id ?? null
    const name = nameKey(authorName(entry))
    if (profileId !== null) byProfile.set(profileId, entry)
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
export function signatureOf({ row, member }: AuthorEntry): { image: string | null; sentence: string } {
  return {
    image: row?.image_url ?? member?.image ?? null,
    sentence: firstSentence(row?.bio ?? member?.bio ?? ''),
  }
}

/** An author's links in the order of the networks, `fallback` where `links` names none. */
export function socialLinks(links: SocialLinks, fallback: SocialLinks): AuthorCard['social'] {
  return SOCIAL_NETWORKS.flatMap((network) => {
    const url = socialUrl(network, links[network] || fallback[network])
    return url === null ? [] : [{ network, url }]
  })
}

/** The order of names in a list, as a language has it; names that compare equal keep one order, too. */
export function textOrder(locale: string): (a: string, b: string) => number {
  const { compare } = new Intl.Collator(locale)
  return (a, b) => compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
