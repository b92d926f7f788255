import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'
import { readUserId } from '../_shared/user-id.ts'

/**
 * Removes the second factors of the account `{ id }`, whose person has lost the device; for super admins. The account's
 * sessions end. Responds with `{ removed }`, the number of factors.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin'])
  const id = await readUserId(request)
  if (id === caller.id) throw new HttpError(403, 'Remove your own second factor under Account')

  const { data, error } = await service.auth.admin.mfa.listFactors({ userId: id })
  if (error?.status === 404) throw new HttpError(404, 'This user no longer exists')
  if (error) throw error
  await announceActor(service, id, caller)
  for (const factor of data.factors) {
    const removed = await service.auth.admin.mfa.deleteFactor({ userId: id, id: factor.id })
    if (removed.error) throw removed.error
  }
  return { removed: data.factors.length }
})
