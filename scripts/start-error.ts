import { messageOf } from '../src/node/report.ts'

/** Ends the process with status 1, and prints why in one line; with the stack for a bug. */
export function failStart(error: unknown): never {
  console.error(describeStartError(error))
  process.exit(1)
}

export function describeStartError(error: unknown): string {
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  if (isBug) return error.stack ?? error.message
  const line = messageOf(error).replace(/\s*\n\s*/g, ' ')
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? `${line}. Free some space and start again.` : line
}
