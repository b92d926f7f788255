import { test as base } from '@playwright/test'
import { runningMagazine } from './magazine.ts'
import { startNewMagazine } from './new-magazine.ts'

/** A magazine that has not started within this time, on any machine, never will. */
const START_MS = 20 * 60_000

/** Playwright's `test`, with a magazine of its own for each file: what one leaves behind is never met by another. */
export const test = base.extend<object, { magazineOfFile: null }>({
  magazineOfFile: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are used.
    async ({}, use) => {
      if (runningMagazine !== null) return use(null)
      const stop = await startNewMagazine()
      await use(null)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
})
