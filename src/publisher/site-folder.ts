import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { forEachLimit } from './for-each-limit.ts'
import { writeFileAtomic } from './write-file-atomic.ts'

export type SiteFolder = Awaited<ReturnType<typeof openSiteFolder>>

/**
 * Opens the folder at `path` that readers are served from. Files are written atomically, so a reader sees the old page
 * or the new one, wherever the process is killed.
 */
export async function openSiteFolder(path: string) {
  await mkdir(path, { recursive: true })
  for (const file of await listFiles(path)) {
    if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
  }
  /** The files written and removed since `takeChanged` was last called. */
  const changed = new Set<string>()
  return {
    /** False when the file has these bytes already. */
    async write(file: string, bytes: Uint8Array | string): Promise<boolean> {
      const target = join(path, file)
      const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      const old = await readFile(target).catch(() => null)
      if (old && Buffer.compare(old, data) === 0) return false
      await writeFileAtomic(target, data)
      changed.add(file)
      return true
    },
    async remove(file: string): Promise<void> {
      await rm(join(path, file), { force: true })
      changed.add(file)
      let folder = dirname(join(path, file))
      while (folder.startsWith(path + sep)) {
        const isEmpty = await rmdir(folder).then(
          () => true,
          () => false,
        )
        if (!isEmpty) break
        folder = dirname(folder)
      }
    },
    /** The files written and removed since the last call, in their order. */
    takeChanged(): string[] {
      const taken = [...changed]
      changed.clear()
      return taken
    },
    /** All files there are, relative, with forward slashes. */
    files: () => listFiles(path),
  }
}

/** Every file below `path`, relative, with forward slashes. */
export async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** SHA-256 over the paths and contents of files. */
export async function digestFiles(root: string, files: Iterable<string>, extra: string): Promise<string> {
  const contents = new Map<string, Buffer>()
  // Many at once: one after the other, each would wait for what else this process does.
  await forEachLimit(files, 32, async (file) => void contents.set(file, await readFile(join(root, file))))
  const hash = createHash('sha256').update(extra)
  for (const [file, content] of [...contents].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\0${file}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}
