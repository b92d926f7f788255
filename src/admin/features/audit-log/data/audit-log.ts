import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type AuditEntry, auditEntrySchema } from '../../../../domain/newsroom/audit.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { idSchema } from '../../../../domain/rows/row.ts'
import { fetchAllAfter, PAGE_SIZE } from '../../../data/requests/fetch-all.ts'
import { pagedQuery } from '../../../data/requests/paged-query.ts'
import { JUST_LOADED_MS, rowsQuery } from '../../../data/requests/queries.ts'
import { withWords, wordsFor } from '../../../data/requests/text-search.ts'
import { dayStart } from '../../../ui/dates/local-date-time.ts'
import type { AuditLogQuery } from '../audit-log-search.ts'

export function auditLogQuery(query: AuditLogQuery) {
  const page = pagedQuery({
    entity: 'audit_log',
    query,
    schema: auditEntrySchema,
    pageSize: 50,
    searched: 'audit_log',
    request: () => filteredEntries(query, { count: 'exact' }),
  })
  // Entries are added by what people do on every other screen.
  return { ...page, staleTime: JUST_LOADED_MS }
}

/** The people whose acts are logged, by name. */
export const auditActorsQuery = rowsQuery(
  ['audit_log', 'actors'],
  z.object({ id: idSchema, name: z.string() }),
  () => adminClient().rpc('get_audit_actors').order('name'),
)

/**
 * Every entry that a filter leaves, the latest first. Rejects with a BackendError.
 */
export async function fetchAuditLog(filter: AuditLogQuery): Promise<AuditEntry[]> {
  const words = await wordsFor('audit_log', filter.text)
  return fetchAllAfter(auditEntrySchema, z.pick(auditEntrySchema, { id: true }), (after) => {
    const rows = withWords(filteredEntries(filter), words).order('id', { ascending: false }).limit(PAGE_SIZE)
    return after === null ? rows : rows.lt('id', Number(after.id))
  })
}

function filteredEntries(filter: AuditLogQuery, options: { count?: 'exact' } = {}) {
  const { kind, person, from, to } = filter
  let rows = adminClient().from('audit_log').select(selectOf(auditEntrySchema), options)
  if (kind !== undefined) rows = rows.eq('kind', kind)
  if (person !== undefined) rows = rows.eq('actor_id', person)
  if (from !== undefined) rows = rows.gte('created_at', dayStart(from))
  if (to !== undefined) rows = rows.lt('created_at', dayStart(to, 1))
  return rows
}
