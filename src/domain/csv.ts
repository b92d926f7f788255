import Papa from 'papaparse'
import { type AuditEntry, AUDIT_KIND_LABELS, auditNote, auditSubject } from './audit.ts'
import type { Recipient, Subscriber } from './subscriber.ts'

/** The beginning of a cell that spreadsheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

const two = (value: number) => String(value).padStart(2, '0')

/** '2026-04-03', in the browser's time zone. */
function localDay(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** '2026-04-03 09:05:00', in the browser's time zone. */
function localTime(timestamp: string): string {
  const date = new Date(timestamp)
  return `${localDay(date)} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The byte-order mark, without which Excel reads é as Ã©. */
const BYTE_ORDER_MARK = '\ufeff'

type Rows = readonly (readonly (string | number)[])[]

/** A table as CSV for spreadsheets. Numbers are written plainly. */
export function tableCsv(columns: readonly string[], rows: Rows): string {
  return BYTE_ORDER_MARK + plainCsv(columns, rows)
}

/** A table as CSV; a cell that a spreadsheet would run as a formula begins with an apostrophe. */
function plainCsv(columns: readonly string[], rows: Rows): string {
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
      localTime(entry.created_at),
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
      localTime(subscriber.subscribed_at),
      subscriber.source_page ?? '',
      subscriber.status,
      JSON.stringify(subscriber.preferences),
    ]),
  )
}

/**
 * The list that the weekly letter is sent to, with the link that each letter should carry. It is read by mail programs,
 * of which some take a byte-order mark for a part of the first column's name.
 */
export function mailingListCsv(recipients: readonly Recipient[]): string {
  return plainCsv(
    ['Email', 'First Name', 'Preferences', 'Unsubscribe Link'],
    recipients.map(({ email, first_name, preferences, unsubscribeLink }) => [
      email,
      first_name ?? '',
      JSON.stringify(preferences),
      unsubscribeLink,
    ]),
  )
}

/** '{name}-{yyyy-MM-dd}.csv' for the day of `now`. */
export function csvFileName(name: 'audit-log' | 'mailing-list' | 'subscribers', now = new Date()): string {
  return `${name}-${localDay(now)}.csv`
}
