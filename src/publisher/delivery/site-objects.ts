import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentEncoding } from '../../backend/env/env.ts'
import { digest } from '../../content/database/digest.ts'
import { compress, isCompressedName } from '../folder/compression.ts'
import { nullIfMissing, walkFiles } from '../../node/files.ts'
import { filesOf, keyOf } from './keys.ts'
import type { ObjectHeaderRules } from './object-headers.ts'
import type { FolderFile } from './record.ts'

/** How many files are listed before they are handed on. */
const BATCH = 200

/** A file of the site as it is stored in the bucket. */
export interface SiteObject {
  entry: FolderFile
  bytes: Buffer<ArrayBuffer>
  md5: string
  headers: Readonly<Record<string, string>>
}

/** The files of the site in `folder`, as objects: `rules` are the rules of its _headers file. */
export class SiteObjects {
  readonly #folder: string
  readonly #rules: ObjectHeaderRules

  constructor(folder: string, rules: ObjectHeaderRules) {
    this.#folder = folder
    this.#rules = rules
  }

  /** All files, a batch at a time, without those being written and compressed ones. */
  async *walk(): AsyncGenerator<FolderFile[]> {
    let batch: string[] = []
    const entries = async () => {
      const found = await Promise.all(batch.map((file) => this.#entryOf(file)))
      return found.filter((entry) => entry !== null)
    }
    for await (const file of walkFiles(this.#folder)) {
      if (file.endsWith('.tmp') || isCompressedName(file)) continue
      batch.push(file)
      if (batch.length < BATCH) continue
      yield await entries()
      batch = []
    }
    yield await entries()
  }

  /** What belongs under a key; null when the site does not have it. */
  async load(key: string): Promise<SiteObject | null> {
    for (const file of filesOf(key)) {
      // Before it is read: a file that changes meanwhile counts as changed.
      const entry = await this.#entryOf(file)
      const plain = entry && (await readFile(join(this.#folder, file)).catch(nullIfMissing))
      if (!plain) continue
      const headers = this.#rules.headersOf(file)
      const encoding = headers['content-encoding'] as ContentEncoding | undefined
      const bytes = encoding === undefined ? plain : await compress(plain, encoding)
      return { entry, bytes, headers, md5: createHash('md5').update(bytes).digest('hex') }
    }
    return null
  }

  /** The record of a file; null when there is no such file. */
  async #entryOf(file: string): Promise<FolderFile | null> {
    const info = await stat(join(this.#folder, file)).catch(nullIfMissing)
    if (!info?.isFile()) return null
    const headers = digest(JSON.stringify(this.#rules.headersOf(file)))
    return { key: keyOf(file), size: info.size, mtime: info.mtimeMs, headers }
  }
}
