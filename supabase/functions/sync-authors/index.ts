import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { servePost } from '../_shared/http.ts'

interface Author {
  id: string
  name: string
  email: string
}

interface Outcome {
  /** Mails sent. */
  invitedCount: number
  /** Profiles created. */
  createdCount: number
  /** Authors who could not be invited, and why. */
  failed: { name: string; reason: string }[]
  /** The auth server sends no more mails for now: the authors after that were not tried. */
  isRateLimited: boolean
}

/** Authors in one request. */
const PAGE_SIZE = 500

/**
 * Links author profiles to the accounts that have confirmed the author's e-mail address, and invites authors without an
 * account. Responds with an Outcome.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor'])

  const counts: Outcome = { invitedCount: 0, createdCount: 0, failed: [], isRateLimited: false }
  const origin = request.headers.get('Origin')
  // The page to choose a password; the auth server accepts only addresses of the site.
  const redirectTo = origin === null ? undefined : `${origin}/auth`
  for (const author of await authorsWithoutAccount(service)) {
    const existing = await profileWithEmail(service, author.email)
    await announceActor(service, author.email, caller)
    if (existing?.email_confirmed === false) {
      await inviteUnconfirmed(service, author, existing.id, redirectTo, counts)
    } else {
      const profileId = existing?.id ?? (await invite(service, author, redirectTo, counts))
      if (profileId !== null) await link(service, author, profileId)
    }
    if (counts.isRateLimited) break
  }
  return counts
})

async function authorsWithoutAccount(service: SupabaseClient): Promise<Author[]> {
  const authors: Author[] = []
  for (;;) {
    const { data, error } = await service
      .from('author_profiles')
      .select('id, name, email')
      .is('profile_id', null)
      .not('email', 'is', null)
      .order('id')
      .range(authors.length, authors.length + PAGE_SIZE - 1)
    if (error) throw error
    authors.push(...(data as Author[]))
    if (data.length === 0) break
  }
  return authors
    .map((author) => ({ ...author, email: author.email.trim() }))
    .filter((author) => author.email !== '')
}

interface Profile {
  id: string
  email_confirmed: boolean
}

/** The profile with that address. The auth server keeps addresses in lower case. */
async function profileWithEmail(service: SupabaseClient, email: string): Promise<Profile | null> {
  const { data, error } = await service
    .from('profiles')
    .select('id, email_confirmed')
    .eq('email', email.toLowerCase())
    .order('created_at')
    .limit(1)
  if (error) throw error
  return (data as Profile[])[0] ?? null
}

/**
 * Anybody may have signed up with the author's address. The account stays as it is until the owner of the address has
 * opened the invitation, which is sent once; a later run links it then.
 */
async function inviteUnconfirmed(
  service: SupabaseClient,
  author: Author,
  id: string,
  redirectTo: string | undefined,
  counts: Outcome,
): Promise<void> {
  const { data, error } = await service.auth.admin.getUserById(id)
  if (error) throw error
  if (data.user.invited_at) return
  const invited = await service.auth.admin.inviteUserByEmail(author.email, { redirectTo })
  if (invited.error) recordFailure(counts, author, invited.error)
  else counts.invitedCount++
}

function recordFailure(counts: Outcome, { name }: Author, error: { message: string; status?: number }): void {
  console.error(`${name} was not invited: ${error.message}`)
  counts.isRateLimited = error.status === 429
  counts.failed.push({ name, reason: error.message })
}

async function invite(
  service: SupabaseClient,
  author: Author,
  redirectTo: string | undefined,
  counts: Outcome,
): Promise<string | null> {
  const { data, error } = await service.auth.admin.inviteUserByEmail(author.email, {
    data: { full_name: author.name },
    redirectTo,
  })
  if (error) {
    recordFailure(counts, author, error)
    return null
  }
  counts.invitedCount++
  const { id, email } = data.user
  const made = await service
    .from('profiles')
    .upsert({ id, email, full_name: author.name, role: 'contributor' })
    .select('id')
    .single()
  if (made.error) throw made.error
  counts.createdCount++
  return id
}

/** Links a profile to one author only: a second author with the same address stays without. */
async function link(service: SupabaseClient, author: Author, profileId: string): Promise<void> {
  const { error } = await service
    .from('author_profiles')
    .update({ profile_id: profileId })
    .eq('id', author.id)
    .is('profile_id', null)
  if (error && error.code !== '23505') throw error
}
