/**
 * `npm start`: local Supabase, publisher and static server; with demo content in an empty data folder, or without it with
 * `-- --empty`.
 */
import { parseArgs } from 'node:util'
import { messageOf } from '../src/node/report.ts'
import { runMagazine } from './run-magazine.ts'
import { failStart } from './start-error.ts'
import { stopOnSignal } from './stop-signals.ts'

// Nothing has to be closed while it starts: a data folder survives a process that is killed.
let stop = (): Promise<void> => Promise.resolve()
stopOnSignal(() => stop())
const magazine = await runMagazine({ isEmpty: readIsEmpty() }).catch(failStart)
stop = magazine.stop

function readIsEmpty(): boolean {
  try {
    return parseArgs({ options: { empty: { type: 'boolean' } } }).values.empty ?? false
  } catch (error) {
    return failStart(new Error(messageOf(error), { cause: error }))
  }
}
