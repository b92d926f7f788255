import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import { formatBytes } from '../../domain/media/media.ts'
import { partialChoicesSchema } from '../../domain/newsroom/import-report.ts'
import {
  FILE_PART_BYTES,
  type FileUse,
  type ImportFile,
  MAX_FILE_BYTES,
} from '../../domain/newsroom/imports.ts'
import { freeRoom } from '../../node/free-room.ts'
import { writeFileAtomic } from '../../node/write-file-atomic.ts'
import { Refusal } from '../server/refusal.ts'

/** How long an upload may go without a part before it is given up, in ms. */
const MAX_WAIT_MS = 60_000

const keptFile = z.object({ name: z.string(), bytes: z.number() })
const keptSchema = z.object({
  export: z.nullable(keptFile),
  pictures: z.nullable(keptFile),
  /** What somebody has chosen for this export. */
  choices: partialChoicesSchema,
  /** The import that has begun with this export. */
  importId: z.nullable(z.string()),
})
export type Kept = z.infer<typeof keptSchema>

const NOTHING: Kept = { export: null, pictures: null, choices: {}, importId: null }

export interface Part {
  use: FileUse
  name: string
  /** Bytes of the whole file, and where this part begins. */
  size: number
  at: number
}

/** The export and the pictures that wait for an import, in a folder that outlives the process. */
export class ImportFolder {
  readonly #folder: string
  #kept: Kept = NOTHING
  #incoming: (Part & { isBusy: boolean; timer: NodeJS.Timeout }) | null = null

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens the folder, and removes what an upload has left that was cut off. */
  static async open(folder: string): Promise<ImportFolder> {
    const opened = new ImportFolder(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const use of ['export', 'pictures'] as const) await rm(opened.#partial(use), { force: true })
    const text = await readFile(opened.#list, 'utf8').catch(() => null)
    if (text !== null) opened.#kept = keptSchema.safeParse(JSON.parse(text)).data ?? NOTHING
    for (const use of ['export', 'pictures'] as const) {
      const found = await stat(opened.path(use)).catch(() => null)
      if (found === null) opened.#kept = { ...opened.#kept, [use]: null }
    }
    return opened
  }

  get kept(): Kept {
    return this.#kept
  }

  path(use: FileUse): string {
    return join(this.#folder, use)
  }

  async keep(kept: Partial<Kept>): Promise<void> {
    this.#kept = { ...this.#kept, ...kept }
    await writeFileAtomic(this.#list, JSON.stringify(this.#kept))
  }

  /** Removes the export and the pictures. */
  async clear(): Promise<void> {
    await this.cancel()
    await this.keep(NOTHING)
    for (const use of ['export', 'pictures'] as const) await rm(this.path(use), { force: true })
  }

  async clearPictures(): Promise<void> {
    await this.keep({ pictures: null })
    await rm(this.path('pictures'), { force: true })
  }

  /**
   * Takes a part of a file. Resolves with where the next one begins; the last one puts the file in its place. A part that is
   * cut off is sent again. Rejects with a Refusal.
   */
  async take(part: Part, body: Readable): Promise<number> {
    if (part.at === 0) await this.#begin(part)
    const incoming = this.#incoming
    if (incoming === null || !isSameFile(incoming, part))
      throw new Refusal(409, 'Another file has been chosen since. Choose this one again')
    if (incoming.isBusy || incoming.at !== part.at)
      throw new Refusal(409, 'A part of this file came twice. Choose the file again')
    incoming.isBusy = true
    try {
      const length = await this.#write(part, body)
      incoming.at += length
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
        await this.cancel()
        throw new Refusal(507, 'The disk of the publisher is full. Nothing of the file is kept')
      }
      throw error
    } finally {
      incoming.isBusy = false
      incoming.timer.refresh()
    }
    const { at, size } = incoming
    if (at === size) await this.#finish(part)
    return at
  }

  async #begin(part: Part): Promise<void> {
    const { use, size } = part
    if (this.#incoming !== null && !isSameFile(this.#incoming, part))
      throw new Refusal(409, 'Another file is being uploaded. Wait until it is there')
    if (this.#incoming?.isBusy === true) throw new Refusal(409, 'This file is being uploaded already')
    if (size === 0) throw new Refusal(422, 'The file is empty')
    if (size > MAX_FILE_BYTES[use])
      throw new Refusal(
        413,
        `The file has ${formatBytes(size)}; ${formatBytes(MAX_FILE_BYTES[use])} are the most. Import it with npm run import`,
      )
    await this.cancel()
    const free = await freeRoom(this.#folder)
    if (size > free)
      throw new Refusal(
        507,
        `The disk of the publisher has room for ${formatBytes(free)}, and the file has ${formatBytes(size)}`,
      )
    const timer = setTimeout(() => void this.cancel(), MAX_WAIT_MS).unref()
    this.#incoming = { ...part, isBusy: false, timer }
  }

  /** Writes the bytes of a part behind the ones that are there; returns how many. */
  async #write({ use, at, size }: Part, body: Readable): Promise<number> {
    const file = createWriteStream(this.#partial(use), { flags: at === 0 ? 'w' : 'r+', start: at })
    let length = 0
    await pipeline(
      body,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const bytes of parts) {
          length += bytes.length
          if (length > FILE_PART_BYTES || at + length > size)
            throw new Refusal(413, 'A part of the file is too large')
          yield bytes
        }
      },
      file,
    )
    return length
  }

  async #finish({ use, name, size }: Part): Promise<void> {
    clearTimeout(this.#incoming?.timer)
    this.#incoming = null
    const file: ImportFile = { name, bytes: size }
    // First the list: a file without an entry is not there, one with an entry is whole.
    if (use === 'export') {
      // Pictures that were sent before the export are for it; the ones of an earlier import are not.
      if (this.#kept.importId !== null) await this.clearPictures()
      await this.keep({ ...NOTHING, pictures: this.#kept.pictures })
      await rename(this.#partial(use), this.path(use))
      await this.keep({ export: file })
    } else {
      await rename(this.#partial(use), this.path(use))
      await this.keep({ pictures: file })
    }
  }

  /** Gives up the upload that is under way. */
  async cancel(): Promise<void> {
    const given = this.#incoming
    if (given === null) return
    clearTimeout(given.timer)
    this.#incoming = null
    await rm(this.#partial(given.use), { force: true })
  }

  #partial(use: FileUse): string {
    return `${this.path(use)}.part`
  }

  get #list(): string {
    return join(this.#folder, 'files.json')
  }
}

function isSameFile(one: Part, other: Part): boolean {
  return one.use === other.use && one.name === other.name && one.size === other.size
}
