import { expect, test } from 'vitest'
import { type AuditEntry, auditNote, auditSubject, auditSummary } from './audit.ts'

const entry = (fields: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  created_at: '2026-11-03T09:05:07Z',
  kind: 'delete',
  actor_name: 'Ines Abril',
  entity: null,
  subject: null,
  note: null,
  ...fields,
})

test.each([
  [{ entity: 'articles', subject: 'A Chair' }, 'Article: A Chair'],
  [{ entity: 'subscribers' }, 'Subscriber'],
  [{ entity: 'front_versions', subject: '/' }, 'Home & Sections: Home'],
  [{ entity: 'profiles', subject: 'a@b.example' }, 'a@b.example'],
  [{}, ''],
])('%j is about “%s”', (fields, text) => expect(auditSubject(entry(fields))).toBe(text))

test('roles and devices in a note are called as everywhere', () => {
  expect(auditNote(entry({ kind: 'role', note: 'viewer → super admin' }))).toBe('Viewer → Super Admin')
  expect(auditNote(entry({ kind: 'sign-in', note: 'Mozilla/5.0 (X11; Linux) Firefox/145.0' }))).toBe(
    'Firefox on Linux',
  )
})

test('settings in a note have their labels; of many the first are named', () => {
  const settings = (note: string) => entry({ kind: 'settings', entity: 'site_settings', note })
  const few = settings('min password length: 6 → 12, tagline: love, site name → editor, sign up open: off')
  expect(auditNote(few)).toBe(
    'Minimum password length: 6 → 12, Tagline: love, site name → editor, Sign-up: off',
  )
  expect(auditSummary(few)).toBeNull()
  const many = settings('contact email: none, contact enabled: on, newsletter enabled: on, tagline: a')
  expect(auditNote(many)).toBe('Contact email: none, Contact form: on, Newsletter: on, Tagline: a')
  expect(auditSummary(many)).toBe('Contact email, Contact form and 2 more')
  expect(auditSummary(entry({ kind: 'settings', entity: 'deploy_settings', note: 'new address' }))).toBeNull()
})
