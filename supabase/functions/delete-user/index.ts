import { requireRole, serviceClient } from '../_shared/clients.ts'
import { Refusal, servePost } from '../_shared/http.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Removes a person's account and with it the profile, for super admins: `{ id }`. What they wrote stays. Answers
 * `{ user: { id } }`. Nobody removes themselves, so that one super admin always remains.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin'])
  const id = readId(await request.json().catch(() => null))
  if (id === caller.id) throw new Refusal(403, 'You cannot remove your own account')

  const { error } = await service.auth.admin.deleteUser(id)
  if (error?.status === 404) throw new Refusal(404, 'This user no longer exists')
  if (error) throw error
  return { user: { id } }
})

function readId(body: unknown): string {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : undefined
  if (typeof id !== 'string' || !UUID.test(id)) throw new Refusal(400, 'Which user?')
  return id.toLowerCase()
}
