import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Signals this soon after the first are the same: Ctrl-C reaches every process of the terminal, and npm passes what it
 * got on to its script.
 */
const REPEAT_MS = 1_000
/** Within this time the process has ended after a signal: others kill it when it takes longer, as Docker does after 10 s. */
const MAX_STOP_MS = 8_000

/**
 * Ends the process with `stop` at the first SIGINT or SIGTERM, and without it at a later one, or when it takes too long:
 * data folders and the site survive a process that is killed.
 */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  let firstAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (firstAt !== null) {
        if (performance.now() - firstAt > REPEAT_MS) process.exit(1)
        return
      }
      firstAt = performance.now()
      Promise.race([stop(), sleep(MAX_STOP_MS)]).then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
