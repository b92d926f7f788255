import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bucket } from '../publisher/delivery/bucket.ts'

/** Where backups are kept. */
export interface BackupStore {
  /** Of all files, also of others. */
  list(): Promise<string[]>
  /** A new folder for files that `put` takes, with room for a backup; who made it removes it. */
  workFolder(): Promise<string>
  /** Stores a file whole or not at all, by its name. */
  put(name: string, path: string): Promise<void>
  /** Copies a file to a path. */
  get(name: string, path: string): Promise<void>
  remove(name: string): Promise<void>
}

const WORK = '.unfinished-'
/** What a killed backup left is removed after a day, in ms: another one may be at work. */
const LEFT_OVER = 24 * 60 * 60 * 1000

/** A folder, on this machine or mounted from another. */
export function folderStore(folder: string): BackupStore {
  return {
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return readdir(folder)
    },
    async workFolder() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        if (name.startsWith(WORK) && Date.now() - (await stat(path)).mtimeMs > LEFT_OVER)
          await rm(path, { recursive: true, force: true })
      }
      return mkdtemp(join(folder, WORK))
    },
    // Within one folder, a file has its name whole or not at all.
    put: (name, path) => rename(path, join(folder, name)),
    get: (name, path) => copyFile(join(folder, name), path),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** A bucket of its own, which nobody else may read. */
export function bucketStore(bucket: Bucket): BackupStore {
  return {
    async list() {
      const names: string[] = []
      for await (const objects of bucket.list()) names.push(...objects.map(({ key }) => key))
      return names
    },
    workFolder: () => mkdtemp(join(tmpdir(), 'backup-')),
    put: (name, path) => bucket.upload(name, path),
    get: (name, path) => bucket.download(name, path),
    remove: (name) => bucket.remove(name),
  }
}
