import * as z from 'zod/mini'
import { ROLE_LABELS, ROLES } from './role.ts'
import { timestampSchema } from './row.ts'
import { deviceName } from './user-agent.ts'

/** Labels of the kinds of audit log entries. A check of the table lists the same kinds. */
export const AUDIT_KIND_LABELS = {
  'sign-in': 'Signed in',
  'account-created': 'Account created',
  'account-invited': 'Account invited',
  'account-deleted': 'Account deleted',
  role: 'Role changed',
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  restore: 'Restored',
  settings: 'Settings changed',
  export: 'Exported',
  'second-factor': 'Two-factor authentication',
  session: 'Session ended',
} as const

export type AuditKind = keyof typeof AUDIT_KIND_LABELS
export const AUDIT_KINDS = Object.keys(AUDIT_KIND_LABELS) as [AuditKind, ...AuditKind[]]

/** What a row of each table is called. */
const ENTITY_LABELS: Readonly<Record<string, string>> = {
  articles: 'Article',
  pages: 'Page',
  categories: 'Category',
  tags: 'Tag',
  author_profiles: 'Author',
  article_templates: 'Template',
  media: 'File',
  fonts: 'Font',
  slug_redirects: 'Redirect',
  subscribers: 'Subscriber',
  contact_messages: 'Message',
}

export const auditEntrySchema = z.object({
  id: z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
  created_at: timestampSchema,
  kind: z.enum(AUDIT_KINDS),
  /** The person's name at that time. */
  actor_name: z.string(),
  /** The table of the changed row. */
  entity: z.nullable(z.string()),
  /** The name of the changed row; null for readers' data. */
  subject: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** What an entry is about: 'Article: A Chair by the Window'; '' for an entry that names nothing. */
export function auditSubject({ entity, subject }: AuditEntry): string {
  const label = ENTITY_LABELS[entity ?? '']
  return [label, subject].filter((part) => part != null).join(': ')
}

/** The note of an entry, in the words of the admin. */
export function auditNote({ kind, note }: AuditEntry): string {
  if (note === null) return ''
  if (kind === 'sign-in' || kind === 'session') return deviceName(note)
  if (kind !== 'role') return note
  return ROLES.reduce((text, role) => text.replaceAll(role.replace('_', ' '), ROLE_LABELS[role]), note)
}
