import { messageOf } from '../src/publisher/report.ts'

/** Ends the process with status 1, and prints why in one line; with the stack for a bug. */
export function failStart(error: unknown): never {
  console.error(describeStartError(error))
  process.exit(1)
}

export function describeStartError(error: unknown): string {
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  if (isBug) return error.stack ?? error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return `The disk is full: ${error.message}. Free some space and start again.`
  }
  return messageOf(error).replace(/\s*\n\s*/g, ' ')
}
