import * as z from 'zod/mini'
import { AUDIT_KINDS } from '../../../domain/audit.ts'
import { type PagedQuery, optional, pagedSearch, toPagedQuery } from '../../data/list-search.ts'

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
export interface AuditLogFilter extends Pick<AuditLogSearch, 'kind' | 'person' | 'from' | 'to'> {
  text: string
}

export type AuditLogQuery = AuditLogFilter & PagedQuery

export function toAuditLogQuery(search: AuditLogSearch): AuditLogQuery {
  const { kind, person, from, to } = search
  return { ...toPagedQuery(search), kind, person, from, to }
}

export function isFiltered({ text, kind, person, from, to }: AuditLogFilter): boolean {
  return text !== '' || [kind, person, from, to].some((value) => value !== undefined)
}
