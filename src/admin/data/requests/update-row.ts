import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import type { Database } from '../../../backend/database.types.ts'
import { BackendError } from '../../../backend/errors.ts'
import { unwrap } from './postgrest.ts'

/** The row that a form was opened with. */
export interface Opened {
  id: string
  /** Changes with each save, so that a save from an older row is noticed: `version`, `updated_at` or the name. */
  token: number | string
}

/**
 * Creates a row (`opened` null) or changes it. Rejects with a BackendError: 'conflict' when the value of its `tokenColumn`
 * has changed, 'not-found' when it was deleted, 'denied' when the policies forbid the change.
 */
export async function saveRow(
  table: 'author_profiles' | 'categories' | 'tags',
  values: { name: string; slug: string },
  opened: Opened | null,
  tokenColumn: string,
): Promise<void> {
  const rows = () => adminClient().from(table)
  if (opened === null) return void unwrap(await rows().insert(values))
  const { id, token } = opened
  const changed = unwrap(await rows().update(values).eq('id', id).eq(tokenColumn, String(token)).select('id'))
  if (Array.isArray(changed) && changed.length > 0) return
  const stored = z.looseObject({}).parse(unwrap(await rows().select(tokenColumn).eq('id', id).single()))
  // The policies hide a row that may not be changed as if it had another token.
  throw new BackendError(stored[tokenColumn] === token ? 'denied' : 'conflict', null, '')
}

type Tables = Database['public']['Tables']
type TableWithId = { [T in keyof Tables]: Tables[T]['Row'] extends { id: unknown } ? T : never }[keyof Tables]

/**
 * Deletes a row. Rejects with a BackendError: 'not-found' when it is gone already or hidden from the caller, 'denied'
 * when the policies forbid it.
 */
export async function deleteRow(table: TableWithId, id: string): Promise<void> {
  const rows = () => adminClient().from(table)
  const deleted = unwrap(await rows().delete().eq('id', id).select('id'))
  if (Array.isArray(deleted) && deleted.length > 0) return
  // The policies leave a row that may not be deleted as if it were gone.
  unwrap(await rows().select('id').eq('id', id).single())
  throw new BackendError('denied', null, '')
}
