import { announceActor, requireRole, serviceClient } from '../_shared/clients.ts'
import { HttpError, servePost } from '../_shared/http.ts'
import { readUserAndHeir } from '../_shared/user-id.ts'

/**
 * Deletes the account of `{ id, heir }`, or the person where there is no account; for super admins. Articles stay; articles that readers cannot see yet go to the
 * account `heir`, if one is given, in the transaction of the deletion. Responds with `{ user: { id } }`. A super admin
 * cannot delete their own account, so that one always remains.
 */
servePost(async (request) => {
  const service = serviceClient()
  const caller = await requireRole(service, request, ['super_admin'])
  const { id, heir } = await readUserAndHeir(request)
  if (id === caller.id) throw new HttpError(403, 'You cannot remove your own account')

  if (heir === null) await announceActor(service, id, caller)
  else {
    const announced = await service.rpc('announce_removal', {
      p_account: id,
      p_actor: caller.id,
      p_heir: heir,
    })
    if (announced.error?.code === '23514') throw new HttpError(400, announced.error.message)
    if (announced.error) throw announced.error
  }
  const { error } = await service.auth.admin.deleteUser(id)
  if (error?.status === 404) await removeWithoutAccount(service, id)
  else if (error) throw error
  return { user: { id } }
})

async function removeWithoutAccount(service: ReturnType<typeof serviceClient>, id: string): Promise<void> {
  const { data: wasThere, error } = await service.rpc('remove_person_without_account', { p_person: id })
  if (error) throw error
  if (wasThere !== true) throw new HttpError(404, 'This user no longer exists')
}
