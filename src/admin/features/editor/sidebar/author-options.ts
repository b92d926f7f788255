import { type Role, hasRole } from '../../../../domain/role.ts'

interface Account {
  id: string
  full_name: string | null
  email: string | null
  role: Role
}

interface AuthorProfile {
  profile_id: string | null
  name: string
  email: string | null
  image_url: string | null
}

export interface AuthorOption {
  /** The id of a profile. */
  id: string
  name: string
  imageUrl: string | null
}

/**
 * The accounts that can be chosen as author: those that write, and the present author. The portrait is that of the
 * author profile linked to the account, else of the one with the same e-mail address or name.
 */
export function authorOptions(
  accounts: readonly Account[],
  profiles: readonly AuthorProfile[],
  current: string | null,
): AuthorOption[] {
  return accounts
    .filter((account) => hasRole(account, ['super_admin', 'editor', 'contributor']) || account.id === current)
    .map((account) => {
      const profile = profileOf(account, profiles)
      const name = account.full_name || profile?.name || account.email || 'No name'
      return { id: account.id, name, imageUrl: profile?.image_url || null }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

function profileOf(
  { id, email, full_name }: Account,
  profiles: readonly AuthorProfile[],
): AuthorProfile | undefined {
  const same = (a: string | null, b: string | null) =>
    a !== null && b !== null && a.trim().toLowerCase() === b.trim().toLowerCase()
  const free = profiles.filter(({ profile_id }) => profile_id === null)
  return (
    profiles.find(({ profile_id }) => profile_id === id) ??
    free.find((profile) => same(profile.email, email)) ??
    free.find((profile) => same(profile.name, full_name))
  )
}
