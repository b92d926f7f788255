import * as z from 'zod/mini'
import { ROLE_LABELS, ROLES } from './role.ts'
import { timestampSchema } from './row.ts'
import { deviceName } from './user-agent.ts'

/** The kinds of entries in the audit log; the same stand in its table's check. */
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

/** Tables as one calls a row of them. */
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
  /** As the person was called at that moment. */
  actor_name: z.string(),
  /** The table of what was changed. */
  entity: z.nullable(z.string()),
  /** Its name; null for readers' data. */
  subject: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** What an entry is about: 'Article: A Chair by the Window'; '' where the kind says all. */
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
