import { expect, test } from 'vitest'
import { type AuditEntry, auditNote, auditSubject } from './audit.ts'

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
  [{ entity: 'profiles', subject: 'a@b.example' }, 'a@b.example'],
  [{}, ''],
])('%j is about “%s”', (fields, text) => expect(auditSubject(entry(fields))).toBe(text))

test('roles and devices in a note are called as everywhere', () => {
  expect(auditNote(entry({ kind: 'role', note: 'viewer → super admin' }))).toBe('Viewer → Super Admin')
  expect(auditNote(entry({ kind: 'sign-in', note: 'Mozilla/5.0 (X11; Linux) Firefox/145.0' }))).toBe(
    'Firefox on Linux',
  )
  expect(auditNote(entry({ kind: 'settings', note: 'tagline: a → editor' }))).toBe('tagline: a → editor')
})
