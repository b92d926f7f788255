import Papa from 'papaparse'
import { type AuditEntry, auditNote, auditSubject } from '../newsroom/audit.ts'
import { AUDIT_KIND_LABELS } from '../newsroom/audit-kind.ts'
import type { Recipient, Subscriber } from '../readers/subscriber.ts'
import type { Calendar } from './calendar.ts'

/** The beginning of a cell that spreadsheets run as a formula. */
const FORMULA = /^[=+\-@\t\r]/

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

/** The export of the audit log; times are in the calendar's zone, which it names. */
export function auditCsv(entries: readonly AuditEntry[], calendar: Calendar): string {
  return tableCsv(
    [`When (${calendar.timeZone})`, 'Who', 'What', 'Item', 'Details'],
    entries.map((entry) => [
      calendar.dayAndTimeOf(entry.created_at),
      entry.actor_name,
      AUDIT_KIND_LABELS[entry.kind],
      auditSubject(entry),
      auditNote(entry),
    ]),
  )
}

/** The export of subscribers; times are in the calendar's zone. */
export function subscribersCsv(subscribers: readonly Subscriber[], calendar: Calendar): string {
  return tableCsv(
    ['Email', 'First Name', 'Subscribed At', 'Source Page', 'Status', 'Preferences'],
    subscribers.map((subscriber) => [
      subscriber.email,
      subscriber.first_name ?? '',
      calendar.dayAndTimeOf(subscriber.subscribed_at),
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

/** '{name}-{yyyy-MM-dd}.csv' for today. */
export function csvFileName(
  name: 'audit-log' | 'letter-recipients' | 'mailing-list' | 'subscribers',
  { now, calendar }: { now: () => Date; calendar: Calendar },
): string {
  return `${name}-${calendar.dayOf(now().toISOString())}.csv`
}
