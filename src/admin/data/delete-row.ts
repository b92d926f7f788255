import { adminClient } from '../../backend/admin-client.ts'
import type { Database } from '../../backend/database.types.ts'
import { BackendError } from '../../backend/errors.ts'
import { unwrap } from './postgrest.ts'

type Tables = Database['public']['Tables']
type TableWithId = { [T in keyof Tables]: Tables[T]['Row'] extends { id: unknown } ? T : never }[keyof Tables]

/** Deletes a row; rejects with a BackendError, 'not-found' when it is gone already or hidden from the caller. */
export async function deleteRow(table: TableWithId, id: string): Promise<void> {
  const rows = unwrap(await adminClient().from(table).delete().eq('id', id).select('id'))
  if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('not-found', null, '')
}
