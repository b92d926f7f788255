/** `npm start`: local Supabase, publisher and static server in one process; demo content on an empty data folder. */
import { runMagazine } from './run-magazine.ts'

const magazine = await runMagazine()
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) process.exit(1)
    stopping = true
    magazine.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
}
