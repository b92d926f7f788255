import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import type { CreditRole } from '../../../../domain/story/credit.ts'
import { expectChanged, unwrap } from '../../../data/requests/postgrest.ts'

type RoleForm = Pick<CreditRole, 'name' | 'byline'>

const table = () => adminClient().from('credit_roles')

export async function addRole(form: RoleForm, position: number): Promise<void> {
  unwrap(await table().insert({ ...form, position }))
}

/** Rejects with a BackendError of kind 'conflict' when the role has changed since `opened`, or was deleted. */
export async function changeRole({ id, name, byline }: CreditRole, form: RoleForm): Promise<void> {
  const changed = unwrap(
    await table().update(form).eq('id', id).eq('name', name).eq('byline', byline).select('id'),
  )
  if (Array.isArray(changed) && changed.length === 0) throw new BackendError('conflict', null, '')
}

const GONE = 'This role is gone, or you are not allowed to change it'

/** Gives the roles the positions of their places in the list. */
export async function orderRoles(roles: readonly CreditRole[]): Promise<void> {
  for (const [position, { id, position: before }] of roles.entries()) {
    if (position !== before) expectChanged(await table().update({ position }).eq('id', id).select('id'), GONE)
  }
}

export async function deleteRole(id: string): Promise<void> {
  expectChanged(await table().delete().eq('id', id).select('id'), GONE)
}
