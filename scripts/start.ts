/** `npm start`: local Supabase, publisher and static server; with demo content in an empty data folder. */
import { runMagazine } from './run-magazine.ts'
import { stopOnSignal } from './stop-signals.ts'

const magazine = await runMagazine().catch((error: unknown) => {
  console.error(describeStartError(error))
  process.exit(1)
})
stopOnSignal(magazine.stop)

/** The error in one line with what to do; with its stack for a bug. */
function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is in use, perhaps by another Mantel. Stop it, or set PORT and SUPABASE_PORT to free ports.`
  }
  const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return isBug ? (error.stack ?? error.message) : error.message
}
