import { renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ContentEncoding } from '../../backend/env.ts'
import { listFiles, nullIfMissing } from '../../node/files.ts'
import { writeTemporary } from '../../node/write-file-atomic.ts'
import { compress, compressedName, isCompressedName, isCompressible } from './compression.ts'

export type SiteFolder = Awaited<ReturnType<typeof openSiteFolder>>

/** A file that is written, but that readers do not see yet. */
export interface StagedFile {
  file: string
  temporary: string
  /** Its compressed forms, to be shown with it. */
  compressed: { name: string; temporary: string }[]
}

interface SiteFolderOptions {
  /** Called before each change; it rejects when this process may not change the folder. */
  confirm?: () => Promise<void>
  /** Text is kept compressed, too, for a server that sends such files as they are. */
  encodings?: readonly ContentEncoding[]
}

/**
 * Opens the folder at `path` that readers are served from. Files are replaced by renaming, so a reader sees the old page
 * or the new one, wherever the process is killed. Compressed files that are old, or not wanted any more, are put right.
 */
export async function openSiteFolder(
  path: string,
  { confirm = () => Promise.resolve(), encodings = [] }: SiteFolderOptions = {},
) {
  await mkdir(path, { recursive: true })
  for (const file of await listFiles(path)) {
    if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
    else if (isCompressedName(file)) {
      if (!(await isWantedForm(file))) await rm(join(path, file), { force: true })
    } else if (encodings.length > 0) await compressAgain(file)
  }
  /** The files written and removed since `takeChanged` was last called. */
  const changed = new Set<string>()

  /** Writes a file beside the one that it is to replace. Null when that has these bytes already. */
  async function stage(file: string, bytes: Uint8Array | string): Promise<StagedFile | null> {
    const target = join(path, file)
    const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    // Throws for a page whose name is too long, for example: writing it would hide that until the others are shown.
    const old = statSync(target, { throwIfNoEntry: false })
    if (old?.size === data.length && Buffer.compare(data, await readFile(target)) === 0) return null
    const temporary = await writeTemporary(target, data)
    return { file, temporary, compressed: await writeCompressed(file, data) }
  }

  /** Writes the compressed forms of a file beside those that they are to replace: after the file, see compressAgain. */
  async function writeCompressed(file: string, data: Uint8Array): Promise<StagedFile['compressed']> {
    if (!isCompressible(file, data.length)) return []
    return Promise.all(
      encodings.map(async (encoding) => {
        const name = compressedName(file, encoding)
        return { name, temporary: await writeTemporary(join(path, name), await compress(data, encoding)) }
      }),
    )
  }

  /** Whether a compressed file is the form of one that is kept compressed. */
  async function isWantedForm(file: string): Promise<boolean> {
    const ending = encodings.map((encoding) => compressedName('', encoding)).find((one) => file.endsWith(one))
    if (ending === undefined) return false
    const plain = file.slice(0, -ending.length)
    const stats = await stat(join(path, plain)).catch(nullIfMissing)
    return stats !== null && isCompressible(plain, stats.size)
  }

  /** Compresses a file that is not, or whose compressed forms are older than itself. */
  async function compressAgain(file: string): Promise<void> {
    const { mtimeMs, size } = await stat(join(path, file))
    if (!isCompressible(file, size)) return
    for (const encoding of encodings) {
      const compressed = await stat(join(path, compressedName(file, encoding))).catch(() => null)
      if (compressed !== null && compressed.mtimeMs >= mtimeMs) continue
      for (const { name, temporary } of await writeCompressed(file, await readFile(join(path, file))))
        renameSync(temporary, join(path, name))
      return
    }
  }

  async function discard(staged: readonly StagedFile[]): Promise<void> {
    for (const { temporary, compressed } of staged) {
      for (const written of [temporary, ...compressed.map((form) => form.temporary)])
        await rm(written, { force: true })
    }
  }

  function removeForms(file: string): void {
    for (const encoding of encodings) rmSync(join(path, compressedName(file, encoding)), { force: true })
  }

  /**
   * Shows staged files to readers, and removes others. Nothing else of this process happens in between: who is served by
   * it sees all of it or nothing.
   */
  async function show(staged: readonly StagedFile[], removed: readonly string[]): Promise<void> {
    // A copy of a picture has the same bytes whoever writes it, and readers wait for it.
    const hasOnlyCopies = removed.length === 0 && staged.every(({ file }) => file.startsWith('_images/'))
    try {
      if (!hasOnlyCopies) await confirm()
      for (const { file, temporary, compressed } of staged) {
        changed.add(file)
        renameSync(temporary, join(path, file))
        for (const form of compressed) renameSync(form.temporary, join(path, form.name))
        // It may have become too short: the forms of what it was would be sent in its place.
        if (compressed.length === 0) removeForms(file)
      }
      for (const file of removed) {
        rmSync(join(path, file), { force: true })
        removeForms(file)
        changed.add(file)
      }
    } catch (error) {
      await discard(staged)
      throw error
    }
    for (const file of removed) await removeEmptyFolders(dirname(join(path, file)))
  }

  async function removeEmptyFolders(folder: string): Promise<void> {
    if (!folder.startsWith(path + sep)) return
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (isEmpty) await removeEmptyFolders(dirname(folder))
  }

  return {
    stage,
    show,
    discard,
    /** Writes a file at once. False when it has these bytes already. */
    async write(file: string, bytes: Uint8Array | string): Promise<boolean> {
      const staged = await stage(file, bytes)
      if (staged !== null) await show([staged], [])
      return staged !== null
    },
    remove: (file: string) => show([], [file]),
    /** The files written and removed since the last call, in their order. */
    takeChanged(): string[] {
      const taken = [...changed]
      changed.clear()
      return taken
    },
    /** All files there are but compressed ones, relative, with forward slashes. */
    files: async () => (await listFiles(path)).filter((file) => !isCompressedName(file)),
  }
}
