import { CALLERS } from './world.ts'
import type { Caller } from './world.ts'

export const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]

/** What a caller gets: a number of rows, or the code of the error; null where the question makes no sense. */
export type Outcome = string | null

export interface Law {
  subject: string
  operation: Operation
  outcomes: Record<Caller, Outcome>
}

/**
 * Reads a table of the law. Columns are parted by two or more spaces: the subject (that of the line above when empty),
 * the operation and one outcome for each caller; `-` where there is nothing to ask. `no` stands for refusal by code
 * 42501.
 */
export function readLaw(table: string): Law[] {
  let subject = ''
  return table
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => {
      const cells = line.split(/\s{2,}/)
      const [first = '', operation = '', ...outcomes] = cells
      subject = first.trim() === '' ? subject : first.trim()
      if (!isOperation(operation) || outcomes.length !== CALLERS.length) {
        throw new Error(`This line of the law cannot be read: ${line}`)
      }
      return {
        subject,
        operation,
        outcomes: Object.fromEntries(
          CALLERS.map((caller, at) => [caller, readOutcome(outcomes[at])]),
        ) as Law['outcomes'],
      }
    })
}

function isOperation(word: string): word is Operation {
  return OPERATIONS.some((operation) => operation === word)
}

function readOutcome(cell = ''): Outcome {
  if (cell === '-') return null
  return cell === 'no' ? '42501' : cell
}
