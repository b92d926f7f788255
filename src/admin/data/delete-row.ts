import { adminClient } from '../../backend/admin-client.ts'
import { BackendError } from '../../backend/errors.ts'
import { unwrap } from './postgrest.ts'

/** Deletes a row; rejects with a BackendError, 'not-found' when it is gone already or hidden from the caller. */
export async function deleteRow(
  table: 'article_templates' | 'categories' | 'pages' | 'tags',
  id: string,
): Promise<void> {
  const rows = unwrap(await adminClient().from(table).delete().eq('id', id).select('id'))
  if (!Array.isArray(rows) || rows.length === 0) throw new BackendError('not-found', null, '')
}
