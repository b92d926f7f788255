import { test as base, expect } from '@playwright/test'
import { runningMagazine } from './magazine.ts'
import { startNewMagazine } from './new-magazine.ts'
import { READING } from './reading-specs.ts'
import { tableHashes } from './table-hashes.ts'

/** A magazine that has not started within this time, on any machine, never will. */
const START_MS = 20 * 60_000

type Hashes = Awaited<ReturnType<typeof tableHashes>>

const expectUnchanged = async (atStart: Hashes) =>
  expect(await tableHashes(), 'the tables of a magazine that files share, at its start').toEqual(atStart)

/**
 * Playwright's `test`, with a new magazine for each file, so that none meets what another leaves behind. The files that only
 * read share one in each worker: a test of them that changes a row fails.
 */
export const test = base.extend<{ rowsStay: null }, { sharedRows: Hashes | null }>({
  sharedRows: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are used.
    async ({}, use, { project }) => {
      if (runningMagazine !== null) return use(null)
      const stop = await startNewMagazine()
      try {
        const atStart = project.name === READING.name ? await tableHashes() : null
        await use(atStart)
        // What the last test sent may have come after its end.
        if (atStart !== null) await expectUnchanged(atStart)
      } finally {
        await stop()
      }
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
  rowsStay: [
    async ({ sharedRows }, use) => {
      await use(null)
      if (sharedRows !== null) await expectUnchanged(sharedRows)
    },
    { auto: true },
  ],
})
