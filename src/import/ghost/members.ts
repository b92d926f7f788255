import { createReadStream } from 'node:fs'
import Papa from 'papaparse'
import { isEmail } from '../../domain/readers/email.ts'
import { ImportError, type Item, type Reader } from '../description.ts'
import { momentOf } from './moment.ts'

/** The columns that are read, by what each version calls them. Notes, labels and payments are not looked at. */
const COLUMNS = {
  email: ['email', 'email address'],
  name: ['name', 'full name'],
  receives: ['subscribed_to_emails', 'subscribed'],
  since: ['created_at'],
} as const

type Row = readonly string[]
type Places = Record<keyof typeof COLUMNS, number>

/**
 * Reads the list of members that Ghost exports as CSV. Who is not proven to wish letters does not receive them; values are
 * text, also where a spreadsheet would run them.
 */
export const readGhostMembers: Reader = async function* (path): AsyncGenerator<Item> {
  let places: Places | null = null
  let line = 0
  const seen = new Set<string>()
  const parser = createReadStream(path).pipe(
    Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: ',', skipEmptyLines: false }),
  )
  for await (const row of parser as AsyncIterable<Row>) {
    line += 1
    if (places === null) places = placesOf(row)
    else if (row.some((cell) => cell.trim() !== '')) yield itemOf(row, places, { line, seen })
  }
  if (places === null) throw new ImportError('The file is empty')
}

function placesOf(header: Row): Places {
  const names = header.map((name) =>
    name
      .replace(/^\ufeff/, '')
      .trim()
      .toLowerCase(),
  )
  const placeOf = (column: keyof typeof COLUMNS) =>
    names.findIndex((name) => COLUMNS[column].some((each) => each === name))
  const places = {
    email: placeOf('email'),
    name: placeOf('name'),
    receives: placeOf('receives'),
    since: placeOf('since'),
  }
  if (places.email < 0)
    throw new ImportError('The file is no list of members of Ghost: its first line names no column “email”')
  return places
}

function itemOf(row: Row, places: Places, { line, seen }: { line: number; seen: Set<string> }): Item {
  const cell = (column: keyof Places) => row[places[column]]?.trim() ?? ''
  const email = cell('email')
  const place = `row ${line}`
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
