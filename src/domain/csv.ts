import { format } from 'date-fns'
import Papa from 'papaparse'
import type { Subscriber } from './subscriber.ts'

/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

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

/** The export of subscribers; times are in the reader's own time zone. */
export function subscribersCsv(subscribers: readonly Subscriber[]): string {
  return tableCsv(
    ['Email', 'First Name', 'Subscribed At', 'Source Page', 'Status', 'Preferences'],
    subscribers.map((subscriber) => [
      subscriber.email,
      subscriber.first_name ?? '',
      format(subscriber.subscribed_at, 'yyyy-MM-dd HH:mm:ss'),
      subscriber.source_page ?? '',
      subscriber.status,
      JSON.stringify(subscriber.preferences),
    ]),
  )
}

/** 'subscribers-{yyyy-MM-dd}.csv' for the day of `now`. */
export function subscribersFileName(now: Date): string {
  return `subscribers-${format(now, 'yyyy-MM-dd')}.csv`
}
