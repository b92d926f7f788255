/**
 * `npm start`: local Supabase, publisher and static server; with demo content in an empty data folder, or without it with
 * `-- --empty`.
 */
import { parseArgs } from 'node:util'
import { runMagazine } from './run-magazine.ts'
import { failStart } from './start-error.ts'
import { stopOnSignal } from './stop-signals.ts'

// Nothing has to be closed while it starts: a data folder survives a process that is killed.
let stop = (): Promise<void> => Promise.resolve()
stopOnSignal(() => stop())
const magazine = await run().catch(failStart)
stop = magazine.stop

async function run() {
  const { empty = false } = parseArgs({ options: { empty: { type: 'boolean' } } }).values
  return runMagazine({ isEmpty: empty })
}
