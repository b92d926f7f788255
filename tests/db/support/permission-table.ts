import { type Caller, CALLERS } from './backend.ts'

export const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]

/** The number of affected rows, or the error's code; null where the case makes no sense. */
export type Outcome = string | null

export interface Permission {
  rowKind: string
  operation: Operation
  outcomes: Record<Caller, Outcome>
}

/**
 * Parses a table of permissions. Columns are separated by two or more spaces: the kind of row (empty: as in the line
 * above), the operation and one outcome for each caller. `-` means the case makes no sense, `no` the error 42501.
 */
export function parsePermissions(table: string): Permission[] {
  let rowKind = ''
  return table
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => {
      const cells = line.split(/\s{2,}/)
      const [first = '', operation = '', ...outcomes] = cells
      rowKind = first.trim() === '' ? rowKind : first.trim()
      if (!isOperation(operation) || outcomes.length !== CALLERS.length) {
        throw new Error(`Cannot parse this line of the permissions: ${line}`)
      }
      return {
        rowKind,
        operation,
        outcomes: Object.fromEntries(
          CALLERS.map((caller, at) => [caller, parseOutcome(outcomes[at])]),
        ) as Permission['outcomes'],
      }
    })
}

function isOperation(word: string): word is Operation {
  return OPERATIONS.some((operation) => operation === word)
}

function parseOutcome(cell = ''): Outcome {
  if (cell === '-') return null
  return cell === 'no' ? '42501' : cell
}
