import * as z from 'zod/mini'
import { removeFiles } from './stored-files.ts'

const PREFIX = 'mantel.unsettled-files:'

const filesSchema = z.object({ userId: z.string(), bucket: z.string(), paths: z.array(z.string()) })

/** Stored files whose row is only coming, or is going. */
export type OrphanedFiles = z.infer<typeof filesSchema>

/**
 * Runs `work`, which brings or takes these files together with their row. Should it fail, or this page die in the
 * middle, the files that have no row are cleared away: at once where that can be, in any case by the next
 * `deleteOrphanedFiles`. The server itself keeps every file that has a row.
 */
export async function withOrphanTracking<Result>(
  files: OrphanedFiles,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = PREFIX + (files.paths[0] ?? '')
  return holding(key, async () => {
    remember(key, files)
    try {
      const result = await work()
      localStorage.removeItem(key)
      return result
    } catch (error) {
      // What is still on its way to the server may arrive after this: the note stays for the next clearing.
      await removeFiles(files.bucket, files.paths).catch(() => null)
      throw error
    }
  })
}

/** Clears away what earlier uploads and deletions of this person on this device left without a row. Never rejects. */
export async function deleteOrphanedFiles(userId: string): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  for (const key of keys) {
    await whenFree(key, async () => {
      const files = recall(key)
      if (files === null) localStorage.removeItem(key)
      if (files?.userId !== userId) return
      await removeFiles(files.bucket, files.paths)
      localStorage.removeItem(key)
    }).catch(console.error)
  }
}

function remember(key: string, files: OrphanedFiles): void {
  try {
    localStorage.setItem(key, JSON.stringify(files))
  } catch {
    // A full storage costs only the note.
  }
}

function recall(key: string): OrphanedFiles | null {
  try {
    return filesSchema.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return null
  }
}

/** Pages without TLS have no locks: there nothing is cleared away while it might still be on its way. */
const locks = () => navigator.locks as LockManager | undefined

async function holding<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const held = locks()
  return held === undefined ? work() : held.request(key, work)
}

async function whenFree(key: string, work: () => Promise<void>): Promise<void> {
  await locks()?.request(key, { ifAvailable: true }, (lock) => (lock === null ? null : work()))
}
