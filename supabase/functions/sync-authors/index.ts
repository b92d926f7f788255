import type { SupabaseClient } from 'npm:@supabase/supabase-js@2'
import { requireRole, serviceClient } from '../_shared/clients.ts'
import { servePost } from '../_shared/http.ts'

interface Author {
  id: string
  name: string
  email: string
}

const PAGE_SIZE = 500

/**
 * Links author profiles to the accounts that have shown that their e-mail address is theirs, and invites authors without
 * an account. Responds with `{ invitedCount, createdCount }`: mails sent and profiles created.
 */
servePost(async (request) => {
  const service = serviceClient()
  await requireRole(service, request, ['super_admin', 'editor'])

  const counts = { invitedCount: 0, createdCount: 0 }
  const origin = request.headers.get('Origin')
  // The page to choose a password; the auth server accepts only addresses of the site.
  const redirectTo = origin === null ? undefined : `${origin}/auth`
  for (const author of await authorsWithoutAccount(service)) {
    const existing = await profileWithEmail(service, author.email)
    if (existing?.email_confirmed === false) {
      await inviteUnconfirmed(service, author, existing.id, redirectTo, counts)
      continue
    }
    const profileId = existing?.id ?? (await invite(service, author, redirectTo, counts))
    if (profileId !== null) await link(service, author, profileId)
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
    if (data.length < PAGE_SIZE) break
  }
  return authors
    .map((author) => ({ ...author, email: author.email.trim() }))
    .filter((author) => author.email !== '')
}

interface Profile {
  id: string
  email_confirmed: boolean
}

/** The profile with that address, ignoring case. */
async function profileWithEmail(service: SupabaseClient, email: string): Promise<Profile | null> {
  const pattern = email.replace(/[\\%_]/g, '\\$&')
  const { data, error } = await service
    .from('profiles')
    .select('id, email_confirmed')
    .ilike('email', pattern)
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
  counts: { invitedCount: number },
): Promise<void> {
  const { data, error } = await service.auth.admin.getUserById(id)
  if (error) throw error
  if (data.user.invited_at) return
  const invited = await service.auth.admin.inviteUserByEmail(author.email, { redirectTo })
  if (invited.error) console.error(`${author.name} was not invited: ${invited.error.message}`)
  else counts.invitedCount++
}

async function invite(
  service: SupabaseClient,
  author: Author,
  redirectTo: string | undefined,
  counts: { invitedCount: number; createdCount: number },
): Promise<string | null> {
  const { data, error } = await service.auth.admin.inviteUserByEmail(author.email, {
    data: { full_name: author.name },
    redirectTo,
  })
  if (error) {
    // Go on with the other authors.
    console.error(`${author.name} was not invited: ${error.message}`)
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
