import * as z from 'zod/mini'
import { removeFiles } from './stored-files.ts'

// The name of an earlier version, so that the files that it noted on this device are still found.
const PREFIX = 'mantel.unsettled-files:'

const filesSchema = z.object({ userId: z.string(), bucket: z.string(), paths: z.array(z.string()) })

/** Stored files whose row is being inserted or deleted. */
export type OrphanedFiles = z.infer<typeof filesSchema>

/**
 * Runs `work`, which adds or deletes these files together with their row. When it fails, or the page is closed in the
 * middle, files without a row are deleted: at once if possible, otherwise by the next `deleteOrphanedFiles`. The server
 * refuses to delete a file that has a row.
 */
export async function withOrphanTracking<Result>(
  files: OrphanedFiles,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = PREFIX + (files.paths[0] ?? '')
  return withLock(key, async () => {
    remember(key, files)
    try {
      const result = await work()
      localStorage.removeItem(key)
      return result
    } catch (error) {
      // A request that is still running may store a file after this: the note stays for the next run. Nobody waits for
      // this one, which may not be answered either.
      void removeFiles(files.bucket, files.paths).catch(() => null)
      throw error
    }
  })
}

/**
 * Deletes a row and then its files. `deleteRow` resolves with the paths of the files that are still stored. Rejects when
 * the row is not deleted; files that are left are deleted by the next `deleteOrphanedFiles`.
 */
export async function deleteWithFiles(
  files: OrphanedFiles,
  deleteRow: () => Promise<string[]>,
): Promise<void> {
  let isDeleted = false
  await withOrphanTracking(files, async () => {
    const paths = await deleteRow()
    isDeleted = true
    await removeFiles(files.bucket, paths)
  }).catch((error: unknown) => {
    if (!isDeleted) throw error
  })
}

/** Deletes the files that failed uploads and deletions of this person on this device left behind. Never rejects. */
export async function deleteOrphanedFiles(userId: string): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  for (const key of keys) {
    await withLockIfFree(key, async () => {
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
    // Without space in the storage there is no note, and the upload goes on.
  }
}

function recall(key: string): OrphanedFiles | null {
  try {
    return filesSchema.parse(JSON.parse(localStorage.getItem(key) ?? ''))
  } catch {
    return null
  }
}

/** Undefined on pages without TLS: there nothing is deleted that another tab might still be uploading. */
const locks = () => navigator.locks as LockManager | undefined

async function withLock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const manager = locks()
  return manager === undefined ? work() : manager.request(key, work)
}

async function withLockIfFree(key: string, work: () => Promise<void>): Promise<void> {
  await locks()?.request(key, { ifAvailable: true }, (lock) => (lock === null ? null : work()))
}
