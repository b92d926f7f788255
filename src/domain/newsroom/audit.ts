import * as z from 'zod/mini'
import { sentenceCase } from '../rows/field.ts'
import { ROLE_LABELS, ROLES } from '../people/role.ts'
import { timestampSchema } from '../rows/row.ts'
import { HOME_PATH } from '../sections/front.ts'
import { settingsType } from '../site/settings.ts'
import { deviceName } from '../readers/user-agent.ts'
import { AUDIT_KINDS } from './audit-kind.ts'

/** What a row of each table is called. */
const ENTITY_LABELS: Readonly<Record<string, string>> = {
  articles: 'Article',
  plans: 'Plan',
  comments: 'Comment',
  front_versions: 'Home & Sections',
  pages: 'Page',
  sections: 'Section',
  menus: 'Menus',
  categories: 'Category',
  tags: 'Tag',
  author_profiles: 'Author',
  article_templates: 'Template',
  media: 'File',
  fonts: 'Font',
  slug_redirects: 'Redirect',
  subscribers: 'Subscriber',
  contact_messages: 'Message',
  imports: 'File',
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
  // Until fronts were logged by their titles.
  const name = entity === 'front_versions' && subject === HOME_PATH ? 'Home' : subject
  return [label, name].filter((part) => part != null).join(': ')
}

/** The settings as the database calls them in a note, with their labels. */
const SETTING_LABELS = new Map(
  Object.entries(settingsType.labels).map(([field, label]) => [
    field.replaceAll('_', ' '),
    sentenceCase(label),
  ]),
)
const SETTING = new RegExp(`(?<=^|, )(?:${[...SETTING_LABELS.keys()].join('|')})(?=: )`, 'g')

/** How many changed settings are shown with their values; of more, only the first are named. */
const MAX_SHOWN_SETTINGS = 3
const NAMED_SETTINGS = 2

/** The first of many changed settings: 'Site name, Tagline and 9 more'; null where the note itself is short. */
export function auditSummary({ kind, entity, note }: AuditEntry): string | null {
  if (kind !== 'settings' || entity !== 'site_settings') return null
  const labels = (note ?? '').match(SETTING)?.map((name) => SETTING_LABELS.get(name) ?? name) ?? []
  if (labels.length <= MAX_SHOWN_SETTINGS) return null
  return `${labels.slice(0, NAMED_SETTINGS).join(', ')} and ${labels.length - NAMED_SETTINGS} more`
}

/** The note of an entry, in the words of the admin. */
export function auditNote({ kind, entity, note }: AuditEntry): string {
  if (note === null) return ''
  if (kind === 'sign-in' || kind === 'session') return deviceName(note)
  if (kind === 'settings' && entity === 'site_settings')
    return note.replace(SETTING, (name) => SETTING_LABELS.get(name) ?? name)
  if (kind !== 'role') return note
  return ROLES.reduce((text, role) => text.replaceAll(role.replace('_', ' '), ROLE_LABELS[role]), note)
}
