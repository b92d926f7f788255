import { messageOf } from '../src/node/report.ts'

/** Ends the process with status 1, and prints why in one line; with the stack for a bug. */
export function failStart(error: unknown): never {
  console.error(describeStartError(error))
  process.exit(1)
}

export function describeStartError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  // An option that there is not is a TypeError, too.
  if (isBug && !code.startsWith('ERR_PARSE_ARGS_')) return error.stack ?? error.message
  const line = messageOf(error).replace(/\s*\n\s*/g, ' ')
  return code === 'ENOSPC' ? `${line}. Free some space and start again.` : line
}
