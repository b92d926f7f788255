import { isEmail } from '../../domain/readers/email.ts'
import { readCsv } from '../csv-rows.ts'
import { ImportError, type Item, type Reader } from '../description.ts'
import { textOfFile } from '../source-files.ts'
import { momentOf } from './moment.ts'

/** The columns that are read, by what each version calls them. Notes, labels and payments are not looked at. */
const COLUMNS = {
  email: ['email', 'email address'],
  name: ['name', 'full name'],
  receives: ['subscribed_to_emails', 'subscribed'],
  since: ['created_at'],
} as const
const READ: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat())

/**
 * Reads the list of members that Ghost exports as CSV. Who is not proven to wish letters does not receive them; values are
 * text, also where a spreadsheet would run them.
 */
export const readGhostMembers: Reader = async function* (path): AsyncGenerator<Item> {
  const { header, rows } = readCsv(await textOfFile(path), 'The file', (column) => READ.has(column))
  if (header.length === 0) throw new ImportError('The file is empty')
  if (!COLUMNS.email.some((name) => header.includes(name)))
    throw new ImportError('The file is no list of members of Ghost: its first line names no column “email”')
  const seen = new Set<string>()
  for (const { number, cells } of rows) {
    const cell = (column: keyof typeof COLUMNS) =>
      COLUMNS[column].map((name) => cells.get(name)).find((value) => value !== undefined) ?? ''
    yield itemOf(cell, `row ${number}`, seen)
  }
}

function itemOf(cell: (column: keyof typeof COLUMNS) => string, place: string, seen: Set<string>): Item {
  const email = cell('email')
  const leftOut = (why: string): Item => ({
    kind: 'left out',
    ...{ key: place, place, notes: [], what: 'Subscriber', title: '', why },
  })
  if (!isEmail(email)) return leftOut('It has no valid mail address')
  const key = email.toLowerCase()
  if (seen.has(key)) return leftOut('The file has this address twice')
  seen.add(key)
  return {
    kind: 'subscriber',
    ...{ key, place, notes: [], email },
    name: cell('name'),
    receives: /^(?:true|1|yes)$/i.test(cell('receives')),
    since: momentOf(cell('since')),
  }
}
