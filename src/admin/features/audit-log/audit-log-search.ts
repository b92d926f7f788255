import * as z from 'zod/mini'
import { AUDIT_KINDS } from '../../../domain/newsroom/audit-kind.ts'
import { type toFilteredQuery, optional, pagedSearch } from '../../data/requests/list-search.ts'

/** The address of the log: `?q=chair&kind=publish&person=<id>&from=2026-11-01&to=2026-11-30&page=2`. */
export const auditLogSearchSchema = z.object({
  ...pagedSearch,
  kind: optional(z.enum(AUDIT_KINDS)),
  /** The id of who acted. */
  person: optional(z.guid()),
  from: optional(z.iso.date()),
  to: optional(z.iso.date()),
})
export type AuditLogSearch = z.infer<typeof auditLogSearchSchema>

/** What the log is narrowed by; days are yyyy-MM-dd, both included. */
export type AuditLogQuery = ReturnType<typeof toFilteredQuery<AuditLogSearch>>
