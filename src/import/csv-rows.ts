import Papa from 'papaparse'
import { ImportError } from './description.ts'

/** A row of a CSV file: its cells by the name of their column, without outer blanks. */
interface CsvRow {
  /** As a spreadsheet counts: the header is 1. */
  number: number
  cells: ReadonlyMap<string, string>
}

/** The names of the columns of a CSV file in small letters, and its rows. */
export interface Csv {
  header: readonly string[]
  rows: CsvRow[]
}

/**
 * Reads a CSV file. Of each row only the columns that `isWanted` names are kept: the others may hold what is nobody's
 * business. `file`: its name, for the ImportError when it ends within a cell.
 */
export function readCsv(source: string, file: string, isWanted: (column: string) => boolean): Csv {
  let header: string[] | null = null
  const rows: CsvRow[] = []
  let number = 0
  Papa.parse<string[]>(source, {
    delimitersToGuess: [',', ';', '\t'],
    skipEmptyLines: 'greedy',
    step: ({ data, errors }) => {
      number += 1
      if (errors.some(({ type }) => type === 'Quotes'))
        throw new ImportError(`${file} cannot be read from row ${number} on: a quotation mark is missing`)
      if (header === null) {
        header = data.map((name) => name.trim().toLowerCase())
        return
      }
      const names = header
      const cells = data.flatMap((value, at) => {
        const name = names[at]
        return name !== undefined && isWanted(name) ? [[name, value.trim()] as const] : []
      })
      rows.push({ number, cells: new Map(cells) })
    },
  })
  return { header: header ?? [], rows }
}
