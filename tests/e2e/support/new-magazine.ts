import { cpSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { secretClient } from './backend.ts'
import { type Magazine, magazine, root, startMagazine } from './magazine.ts'

/** The folder with the data of a magazine before any test. */
export const newFolderOf = ({ dataDir }: Magazine): string => resolve(root, `${dataDir}-new`)

/**
 * Starts the magazine of this test worker with demo content and nothing else. Resolves when it is up and its first build
 * is live, with what stops it: that build records anew what is not published, also what a test has stored for its screens.
 */
export async function startNewMagazine(): Promise<() => Promise<void>> {
  const folder = resolve(root, magazine.dataDir)
  rmSync(folder, { recursive: true, force: true })
  // A third of the time that the asynchronous one takes.
  cpSync(newFolderOf(magazine), folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  const startedAt = new Date().toISOString()
  const stop = await startMagazine(magazine)
  const service = await secretClient()
  const liveBuilds = async () => {
    const builds = service.from('builds').select('id', { count: 'exact', head: true })
    return (await builds.eq('status', 'live').gte('started_at', startedAt)).count ?? 0
  }
  // How long a build takes is no matter of the tests; the fixture has a bound for all of the start.
  await expect.poll(liveBuilds, { timeout: 0 }).toBeGreaterThan(0)
  return stop
}
