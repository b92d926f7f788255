import type { Element } from 'hast'
import { el, isElement } from './html/hast.ts'

const MAX_SPAN = 99
/** Larger tables stay uneven: filled up, a small text could become one of millions of cells. */
const MAX_CELLS = 20_000

/**
 * Brings a table into rows of cells that all have the same number of columns, in place: what is missing is an empty
 * cell, so that no cell slips under another heading. One without rows is no table any more.
 */
export function evenTable(table: Element): void {
  const rows = rowsOf(table).toSorted((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part))
  /** By row: the columns taken by its own cells and by cells of earlier rows. */
  const taken = rows.map(() => new Set<number>())
  for (const [at, { row, part }] of rows.entries()) {
    row.children = row.children.filter((child) => isElement(child, 'td', 'th'))
    let column = 0
    for (const cell of row.children) {
      if (!isElement(cell)) continue
      if (part === 'thead') cell.tagName = 'th'
      while (taken[at]?.has(column)) column += 1
      const lines = spanOf(cell, 'rowSpan', rows.length - at)
      let columns = spanOf(cell, 'colSpan', MAX_SPAN)
      for (let next = 1; next < columns; next += 1) {
        if (taken[at]?.has(column + next)) columns = spanOf(cell, 'colSpan', next)
      }
      for (let line = at; line < at + lines; line += 1) {
        for (let next = 0; next < columns; next += 1) taken[line]?.add(column + next)
      }
      column += columns
    }
  }
  const width = Math.max(0, ...taken.map(({ size }) => size))
  for (const [at, { row, part }] of rows.entries()) {
    const missing = width * rows.length > MAX_CELLS ? 0 : width - (taken[at]?.size ?? 0)
    for (let cell = 0; cell < missing; cell += 1) row.children.push(el(part === 'thead' ? 'th' : 'td'))
  }
  table.children = rows.map(({ row }) => row)
  if (rows.length === 0) table.tagName = 'div'
}

/** The parts of a table in display order. */
const PARTS = ['thead', 'tbody', 'tfoot']

interface Row {
  row: Element
  part: string
}

function rowsOf(node: Element, part = 'tbody'): Row[] {
  return node.children.flatMap((child): Row[] => {
    if (!isElement(child)) return []
    if (child.tagName === 'tr') {
      return child.children.some((cell) => isElement(cell, 'td', 'th')) ? [{ row: child, part }] : []
    }
    return PARTS.includes(child.tagName) ? rowsOf(child, child.tagName) : []
  })
}

/** A span of a cell, at most `most`; written back, so that all who read the table count the same. */
function spanOf(cell: Element, name: 'colSpan' | 'rowSpan', most: number): number {
  const value = Number(cell.properties[name] ?? 1)
  // A row span of 0 reaches to the last row.
  const wanted = name === 'rowSpan' && value === 0 ? most : value
  const span = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, most, MAX_SPAN) : 1
  if (span === 1) delete cell.properties[name]
  else cell.properties[name] = span
  return span
}
