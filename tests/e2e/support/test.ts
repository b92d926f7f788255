import { test as base, expect } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { secretClient } from './backend.ts'
import { runningMagazine } from './magazine.ts'
import { startNewMagazine } from './new-magazine.ts'
import { READING } from './reading-specs.ts'
import { tableHashes } from './table-hashes.ts'

/** A magazine that has not started within this time, on any machine, never will. */
const START_MS = 20 * 60_000

/** The magazine of a test worker. */
class WorkerMagazine {
  #stop: (() => Promise<void>) | null = null
  /** The file of tests that runs. */
  #file: string | null = null
  /** The hashes of its tables at its start; null when a file that writes has it. */
  #atStart: Awaited<ReturnType<typeof tableHashes>> | null = null

  /** Makes it new for a file of tests that begins, unless only files that read have had it, and this one does as well. */
  async begin(file: string, isReading: boolean): Promise<void> {
    if (file === this.#file) return
    if (!isReading || this.#atStart === null) {
      await this.stop()
      this.#stop = await startNewMagazine()
      if (isReading) this.#atStart = await tableHashes()
    }
    this.#file = file
  }

  async expectUnchanged(): Promise<void> {
    if (this.#atStart !== null)
      expect(await tableHashes(), 'the tables of a magazine that files share, at its start').toEqual(
        this.#atStart,
      )
  }

  async stop(): Promise<void> {
    await this.#stop?.()
    this.#stop = null
    this.#atStart = null
  }
}

/**
 * Playwright's `test`, with a new magazine for each file, so that none meets what another leaves behind. The files that only
 * read share one in each worker: a test of them that changes a row fails.
 */
export const test = base.extend<
  {
    contextsClosed: null
    /** A client with the secret key. A `beforeAll` asks for it: without, it runs before the file has its magazine. */
    service: SupabaseClient
  },
  { workerMagazine: WorkerMagazine | null }
>({
  workerMagazine: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are used.
    async ({}, use) => {
      if (runningMagazine !== null) return use(null)
      const workerMagazine = new WorkerMagazine()
      try {
        await use(workerMagazine)
        // What the last test sent may have come after its end.
        await workerMagazine.expectUnchanged()
      } finally {
        await workerMagazine.stop()
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
  service: [
    async ({ workerMagazine }, use, { file, project }) => {
      await workerMagazine?.begin(file, project.name === READING.name)
      await use(await secretClient())
      await workerMagazine?.expectUnchanged()
    },
    { auto: true, timeout: START_MS },
  ],
  // A page that stays open would go on asking the magazine of the next file.
  contextsClosed: [
    async ({ browser }, use) => {
      await use(null)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})
