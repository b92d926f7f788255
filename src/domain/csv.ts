import { format } from 'date-fns'
import Papa from 'papaparse'
import type { Subscriber } from './subscriber.ts'

/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * The export of subscribers; times are in the reader's own time zone. A cell that a spreadsheet would
 * run as a formula begins with an apostrophe instead.
 */
export function subscribersCsv(subscribers: readonly Subscriber[]): string {
  return Papa.unparse(
    {
      fields: ['Email', 'First Name', 'Subscribed At', 'Source Page', 'Status', 'Preferences'],
      data: subscribers.map((subscriber) => [
        subscriber.email,
        subscriber.first_name ?? '',
        format(subscriber.subscribed_at, 'yyyy-MM-dd HH:mm:ss'),
        subscriber.source_page ?? '',
        subscriber.status,
        JSON.stringify(subscriber.preferences),
      ]),
    },
    { escapeFormulae: FORMULA },
  )
}

/** Any table as CSV, as safe in a spreadsheet as the export of subscribers. Numbers are written plainly. */
export function tableCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  return Papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { escapeFormulae: FORMULA },
  )
}

/** 'subscribers-{yyyy-MM-dd}.csv' for the day of `now`. */
export function subscribersFileName(now: Date): string {
  return `subscribers-${format(now, 'yyyy-MM-dd')}.csv`
}
