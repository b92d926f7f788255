import { format } from 'date-fns'
import Papa from 'papaparse'
import { type AuditEntry, AUDIT_KIND_LABELS, auditNote, auditSubject } from './audit.ts'
import type { Recipient, Subscriber } from './subscriber.ts'

/** The beginning of a cell that spreadsheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

const TIME = 'yyyy-MM-dd HH:mm:ss'

/** A table as CSV; a cell that a spreadsheet would run as a formula begins with an apostrophe. Numbers are written plainly. */
export function tableCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return Papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { escapeFormulae: FORMULA },
  )
}

/** The export of the audit log; times are in the browser's time zone. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return tableCsv(
    ['When', 'Who', 'What', 'Item', 'Details'],
    entries.map((entry) => [
      format(entry.created_at, TIME),
      entry.actor_name,
      AUDIT_KIND_LABELS[entry.kind],
      auditSubject(entry),
      auditNote(entry),
    ]),
  )
}

/** The export of subscribers; times are in the browser's time zone. */
export function subscribersCsv(subscribers: readonly Subscriber[]): string {
  return tableCsv(
    ['Email', 'First Name', 'Subscribed At', 'Source Page', 'Status', 'Preferences'],
    subscribers.map((subscriber) => [
      subscriber.email,
      subscriber.first_name ?? '',
      format(subscriber.subscribed_at, TIME),
      subscriber.source_page ?? '',
      subscriber.status,
      JSON.stringify(subscriber.preferences),
    ]),
  )
}

/** The list that letters are sent to: active subscribers with the link that each letter should carry. */
export function mailingListCsv(recipients: readonly Recipient[]): string {
  return tableCsv(
    ['Email', 'First Name', 'Preferences', 'Unsubscribe Link'],
    recipients.map(({ email, first_name, preferences, unsubscribeLink }) => [
      email,
      first_name ?? '',
      JSON.stringify(preferences),
      unsubscribeLink,
    ]),
  )
}

/** 'audit-log-{yyyy-MM-dd}.csv' for the day of `now`. */
export function auditFileName(now: Date): string {
  return `audit-log-${format(now, 'yyyy-MM-dd')}.csv`
}

/** 'mailing-list-{yyyy-MM-dd}.csv' for the day of `now`. */
export function mailingListFileName(now: Date): string {
  return `mailing-list-${format(now, 'yyyy-MM-dd')}.csv`
}

/** 'subscribers-{yyyy-MM-dd}.csv' for the day of `now`. */
export function subscribersFileName(now: Date): string {
  return `subscribers-${format(now, 'yyyy-MM-dd')}.csv`
}
