import { setTimeout as sleep } from 'node:timers/promises'

/** A limit for what takes seconds, generous enough for a machine that is busy with other work. */
const MAX_WAIT_MS = 180_000

/** Waits until `check` is true; false when that takes longer than the limit. */
export async function until(check: () => Promise<boolean>, limitMs = MAX_WAIT_MS): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await check())) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}
