import { basename } from 'node:path'
import { isEmail } from '../../domain/readers/email.ts'
import { readCsv } from '../csv-rows.ts'
import { ImportError, type Item, type LeftOut, type Reader, type Subscriber } from '../description.ts'
import { momentOf } from '../moments.ts'
import { isSource, openSource, textOfFile } from '../source-files.ts'

/** The columns that are read, by the names of both kinds of file; the others are nobody's business. */
const COLUMNS = {
  email: ['email'],
  name: ['name'],
  since: ['created_at', 'subscription date', 'start date'],
  disabled: ['email_disabled'],
  receives: ['receiving emails for'],
} as const
type Column = keyof typeof COLUMNS
const NAMES: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat())

/** Addresses that Substack keeps of people who asked to be deleted. */
const DELETED = /[@.]deletion-request\.substack\.com$/i

/** The subscribers of a ZIP of Substack, of the folder that it unpacks to, or of a CSV of them. */
export const readSubstackSubscribers: Reader = async function* (path) {
  if (await isSource(path)) {
    const files = await openSource(path)
    try {
      const lists = files.paths.filter(isList)
      if (lists.length === 0) throw new ImportError('There is no list of subscribers (email_list…csv) in it')
      for (const list of lists) yield* subscribersOf(await files.text(list), list)
    } finally {
      files.close()
    }
  } else yield* subscribersOf(await textOfFile(path), basename(path))
}

/** Whether a file of the ZIP is a list of subscribers. */
export function isList(path: string): boolean {
  return /^(?:email_list|subscribers?)[^/]*\.csv$/i.test(path)
}

/**
 * The subscribers of a CSV. Of an address that is there twice, the row counts that receives nothing: an import never raises a
 * consent.
 */
export function subscribersOf(source: string, file: string): Item[] {
  const { header, rows } = readCsv(source, file, (column) => NAMES.has(column))
  if (!header.includes('email'))
    throw new ImportError(`${file} has no column email, so it is no list of subscribers`)
  const found = new Map<string, Subscriber>()
  const leftOut: LeftOut[] = []
  for (const { number, cells } of rows) {
    const cell = (column: Column) => COLUMNS[column].map((name) => cells.get(name)).find(Boolean) ?? ''
    const email = cell('email')
    const place = `${file} row ${number}`
    const why = refusal(email)
    if (why !== null) {
      const what = 'Subscriber'
      leftOut.push({ kind: 'left out', key: `row ${number}`, place, notes: [], what, title: '', why })
      continue
    }
    const receives = isReceiving(cell('disabled'), cell('receives'))
    const key = email.toLowerCase()
    const before = found.get(key)
    if (before !== undefined) {
      before.receives &&= receives
      continue
    }
    const since = momentOf(cell('since'), 'UTC')
    found.set(key, { kind: 'subscriber', key, place, notes: [], email, name: cell('name'), receives, since })
  }
  return [...found.values(), ...leftOut]
}

function refusal(email: string): string | null {
  if (DELETED.test(email)) return 'Its owner asked to be deleted'
  return isEmail(email) ? null : 'It is no e-mail address'
}

/** Only what says so in plain words: everything else is no consent. */
function isReceiving(disabled: string, receives: string): boolean {
  if (disabled !== '') return disabled.toLowerCase() === 'false'
  return receives !== '' && !/^(?:-|none|no|false|0|nothing)$/i.test(receives)
}
