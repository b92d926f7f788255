import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.119.0'
import { createWithPassword, readFields, readPassword, readPerson } from '../_shared/accounts.ts'
import { serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'

/**
 * Makes the first account of a magazine, a super admin, for whoever has the token of the address that `npm start` prints.
 * Responds with `{ user: { id, email } }`.
 */
servePost(async (request) => {
  const service = serviceClient()
  const fields = await readFields(request)
  const token = String(fields.token)
  await takeFirstAccount(service, token, null)
  const person = readPerson(fields)
  const password = await readPassword(service, fields)
  const created = await createWithPassword(service, person, password, 'npm start')
  await takeFirstAccount(service, token, created.id).catch(async (error: unknown) => {
    await service.auth.admin.deleteUser(created.id)
    throw error
  })
  return { user: { id: created.id, email: created.email } }
})

/** Makes an account the first super admin; without one it only checks the token. Throws HttpError 403 for another token. */
async function takeFirstAccount(
  service: SupabaseClient,
  token: string,
  profile: string | null,
): Promise<void> {
  const { error } = await service.rpc('take_first_account', { p_token: token, p_profile: profile })
  if (error?.code === '42501') throw new HttpError(403, error.message)
  if (error) throw error
}
