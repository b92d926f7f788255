import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import { giveRole, signInPage } from '../_shared/accounts.ts'
import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { servePost } from '../_shared/http.ts'

/** A row of `get_author_sync`. */
interface Author {
  author_id: string
  name: string
  email: string
  /** The account with that address; null when there is none. */
  profile_id: string | null
  action: 'link' | 'invite' | 'wait'
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

/**
 * Carries out what `get_author_sync` says: links author profiles to the accounts that have confirmed the author's e-mail
 * address, and invites authors without such an account. Responds with an Outcome.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin', 'editor'])
  const sync = await service.rpc('get_author_sync')
  if (sync.error) throw sync.error

  const counts: Outcome = { invitedCount: 0, createdCount: 0, failed: [], isRateLimited: false }
  const redirectTo = signInPage(request)
  for (const author of sync.data as Author[]) {
    if (author.action === 'wait') continue
    await announceActor(service, author.email, caller)
    const profileId =
      author.action === 'link' ? author.profile_id : await invite(service, author, redirectTo, counts)
    if (profileId !== null) await link(service, author, profileId)
    if (counts.isRateLimited) break
  }
  return counts
})

function recordFailure(counts: Outcome, { name }: Author, error: { message: string; status?: number }): void {
  console.error(`${name} was not invited: ${error.message}`)
  counts.isRateLimited = error.status === 429
  counts.failed.push({ name, reason: error.message })
}

/**
 * Sends an invitation. Returns the profile of the new account; null where there was one already: anybody may have signed
 * up with the author's address, so a later run links that account, once the owner of the address has opened the invitation.
 */
async function invite(
  service: SupabaseClient,
  author: Author,
  redirectTo: string | undefined,
  counts: Outcome,
): Promise<string | null> {
  const isNew = author.profile_id === null
  const { data, error } = await service.auth.admin.inviteUserByEmail(author.email, {
    ...(isNew ? { data: { full_name: author.name } } : {}),
    redirectTo,
  })
  if (error) {
    recordFailure(counts, author, error)
    return null
  }
  counts.invitedCount++
  if (!isNew) return null
  await giveRole(service, data.user, author.name, 'contributor')
  counts.createdCount++
  return data.user.id
}

/** Links a profile to one author only: a second author with the same address stays without. */
async function link(service: SupabaseClient, author: Author, profileId: string): Promise<void> {
  const { error } = await service
    .from('author_profiles')
    .update({ profile_id: profileId })
    .eq('id', author.author_id)
    .is('profile_id', null)
  if (error && error.code !== '23505') throw error
}
