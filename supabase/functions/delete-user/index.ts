import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'
import { readUserId } from '../_shared/user-id.ts'

/**
 * Deletes the account and the profile of `{ id }`; for super admins. Articles stay. Responds with `{ user: { id } }`. A
 * super admin cannot delete their own account, so that one always remains.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin'])
  const id = await readUserId(request)
  if (id === caller.id) throw new HttpError(403, 'You cannot remove your own account')

  await announceActor(service, id, caller)
  const { error } = await service.auth.admin.deleteUser(id)
  if (error?.status === 404) throw new HttpError(404, 'This user no longer exists')
  if (error) throw error
  return { user: { id } }
})
