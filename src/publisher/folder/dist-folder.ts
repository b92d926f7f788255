import { renameSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ContentEncoding } from '../../backend/env/env.ts'
import { listFiles, nullIfMissing } from '../../node/files.ts'
import { writeTemporary } from '../../node/write-file-atomic.ts'
import { compress, compressedName, isCompressedName, isCompressible } from './compression.ts'

/** A file that is written, but that readers do not see yet. */
export interface StagedFile {
  file: string
  temporary: string
  /** Its compressed forms, to be shown with it. */
  compressed: { name: string; temporary: string }[]
}

interface DistFolderOptions {
  /** Called before each change; it rejects when this process may not change the folder. */
  confirm?: () => Promise<void>
  /** Text is kept compressed, too, for a server that sends such files as they are. */
  encodings?: readonly ContentEncoding[]
}

/**
 * The folder that readers are served from (DIST_DIR). Files are replaced by renaming, so a reader sees the old page or
 * the new one, wherever the process is killed.
 */
export class DistFolder {
  readonly #path: string
  readonly #confirm: () => Promise<void>
  readonly #encodings: readonly ContentEncoding[]
  /** The files written and removed since `takeChanged` was last called. */
  readonly #changed = new Set<string>()

  private constructor(path: string, { confirm, encodings }: DistFolderOptions) {
    this.#path = path
    this.#confirm = confirm ?? (() => Promise.resolve())
    this.#encodings = encodings ?? []
  }

  /** Opens the folder, and makes it when it is missing. Compressed files that are old, or not wanted any more, are put right. */
  static async open(path: string, options: DistFolderOptions = {}): Promise<DistFolder> {
    await mkdir(path, { recursive: true })
    const folder = new DistFolder(path, options)
    for (const file of await listFiles(path)) {
      if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
      else if (isCompressedName(file)) {
        if (!(await folder.#isWantedForm(file))) await rm(join(path, file), { force: true })
      } else if (folder.#encodings.length > 0) await folder.#compressAgain(file)
    }
    return folder
  }

  /** Writes a file beside the file it will replace. Null when that file has these bytes already. */
  async stage(file: string, bytes: Uint8Array | string): Promise<StagedFile | null> {
    const target = join(this.#path, file)
    const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    // Throws for a page whose name is too long, for example: writing it would hide that until the others are shown.
    const old = statSync(target, { throwIfNoEntry: false })
    if (old?.size === data.length && Buffer.compare(data, await readFile(target)) === 0) return null
    const temporary = await writeTemporary(target, data)
    return { file, temporary, compressed: await this.#writeCompressed(file, data) }
  }

  /**
   * Shows staged files to readers, and removes others. Nothing else of this process happens in between: who is served by
   * it sees all of it or nothing.
   */
  async show(staged: readonly StagedFile[], removed: readonly string[]): Promise<void> {
    // A copy of a picture has the same bytes whoever writes it, and readers wait for it.
    const hasOnlyCopies = removed.length === 0 && staged.every(({ file }) => file.startsWith('_images/'))
    try {
      if (!hasOnlyCopies) await this.#confirm()
      for (const { file, temporary, compressed } of staged) {
        this.#changed.add(file)
        renameSync(temporary, join(this.#path, file))
        for (const form of compressed) renameSync(form.temporary, join(this.#path, form.name))
        // The file may have become too short to be compressed: its old forms would be sent in its place.
        if (compressed.length === 0) this.#removeForms(file)
      }
      for (const file of removed) {
        rmSync(join(this.#path, file), { force: true })
        this.#removeForms(file)
        this.#changed.add(file)
      }
    } catch (error) {
      await this.discard(staged)
      throw error
    }
    for (const file of removed) await this.#removeEmptyFolders(dirname(join(this.#path, file)))
  }

  /** Removes staged files. */
  async discard(staged: readonly StagedFile[]): Promise<void> {
    for (const { temporary, compressed } of staged) {
      for (const written of [temporary, ...compressed.map((form) => form.temporary)])
        await rm(written, { force: true })
    }
  }

  /** Writes a file at once. False when it has these bytes already. */
  async write(file: string, bytes: Uint8Array | string): Promise<boolean> {
    const staged = await this.stage(file, bytes)
    if (staged !== null) await this.show([staged], [])
    return staged !== null
  }

  async remove(file: string): Promise<void> {
    await this.show([], [file])
  }

  /** The files written and removed since the last call, in their order. */
  takeChanged(): string[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** All files there are but compressed ones, relative, with forward slashes. */
  async files(): Promise<string[]> {
    return (await listFiles(this.#path)).filter((file) => !isCompressedName(file))
  }

  /** Writes the compressed forms of a file beside the ones they will replace, after the file: see #compressAgain. */
  async #writeCompressed(file: string, data: Uint8Array): Promise<StagedFile['compressed']> {
    if (!isCompressible(file, data.length)) return []
    return Promise.all(
      this.#encodings.map(async (encoding) => {
        const name = compressedName(file, encoding)
        const temporary = await writeTemporary(join(this.#path, name), await compress(data, encoding))
        return { name, temporary }
      }),
    )
  }

  /** Whether a compressed file is the form of one that is kept compressed. */
  async #isWantedForm(file: string): Promise<boolean> {
    const endings = this.#encodings.map((encoding) => compressedName('', encoding))
    const ending = endings.find((one) => file.endsWith(one))
    if (ending === undefined) return false
    const plain = file.slice(0, -ending.length)
    const stats = await stat(join(this.#path, plain)).catch(nullIfMissing)
    return stats !== null && isCompressible(plain, stats.size)
  }

  /** Compresses a file that is not, or whose compressed forms are older than itself. */
  async #compressAgain(file: string): Promise<void> {
    const path = join(this.#path, file)
    const { mtimeMs, size } = await stat(path)
    if (!isCompressible(file, size)) return
    for (const encoding of this.#encodings) {
      const compressed = await stat(compressedName(path, encoding)).catch(() => null)
      if (compressed !== null && compressed.mtimeMs >= mtimeMs) continue
      for (const { name, temporary } of await this.#writeCompressed(file, await readFile(path)))
        renameSync(temporary, join(this.#path, name))
      return
    }
  }

  #removeForms(file: string): void {
    for (const encoding of this.#encodings)
      rmSync(join(this.#path, compressedName(file, encoding)), { force: true })
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    if (!folder.startsWith(this.#path + sep)) return
    const isEmpty = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (isEmpty) await this.#removeEmptyFolders(dirname(folder))
  }
}
