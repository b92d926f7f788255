import { createHash } from 'node:crypto'
import { appendFile, mkdir, open, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** What is known of a written page: the digest of what it showed, and the pictures it names. */
export interface PageRecord {
  digest: string
  pictures: string[]
}

/**
 * The folder that readers are served from. Every file is written beside its place and renamed into it, so a reader,
 * or a process killed at any moment, sees the old page or the new one, never half of one.
 *
 * The record of which page shows which digest lives outside (`stateFile`), with a journal beside it: pages about to be
 * written are struck off first, and entered with their new digest when they are. Whatever a crash left in doubt counts
 * as unknown and is written again.
 */
export interface SiteFolder {
  readonly path: string
  /** Empty when the site was built from other code. */
  readonly pages: ReadonlyMap<string, PageRecord>
  /** Strikes the pages off the record until they are entered again. */
  begin(files: Iterable<string>): Promise<void>
  write(file: string, bytes: Uint8Array | string): Promise<boolean>
  remove(file: string): Promise<void>
  /** Notes what a page now shows; in the journal with the next `commit`. */
  enter(file: string, record: PageRecord): void
  /** Writes down what was entered. */
  commit(): Promise<void>
  /** All files there are, relative, with forward slashes. */
  files(): Promise<string[]>
}

const RECORD_VERSION = 1

/** Opens the folder at `path`; `codeDigest` says which code the pages must have been rendered by to count. */
export async function openSiteFolder(
  path: string,
  stateFile: string,
  codeDigest: string,
): Promise<SiteFolder> {
  await mkdir(path, { recursive: true })
  await mkdir(dirname(stateFile), { recursive: true })
  const journalFile = `${stateFile}.journal`
  const present = new Set(await listFiles(path))
  for (const file of present) if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
  const pages = await readRecord(stateFile, journalFile, codeDigest)
  for (const file of pages.keys()) if (!present.has(file)) pages.delete(file)
  await writeRecord()
  const entered = new Set<string>()

  async function writeRecord(): Promise<void> {
    const temporary = `${stateFile}.${process.pid}.tmp`
    await writeFile(temporary, JSON.stringify({ version: RECORD_VERSION, codeDigest, pages: [...pages] }))
    await rename(temporary, stateFile)
    await rm(journalFile, { force: true })
  }
  const made = new Set<string>()

  return {
    path,
    pages,
    async begin(files) {
      const lines = [...files].map((file) => `${JSON.stringify([file])}\n`).join('')
      if (lines) await appendFile(journalFile, lines)
    },
    async write(file, bytes) {
      const target = join(path, file)
      const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      const old = await readFile(target).catch(() => null)
      if (old && Buffer.compare(old, data) === 0) return false
      const folder = dirname(target)
      if (!made.has(folder)) {
        await mkdir(folder, { recursive: true })
        made.add(folder)
      }
      const temporary = `${target}.${process.pid}.tmp`
      const handle = await open(temporary, 'w')
      try {
        await handle.writeFile(data)
      } finally {
        await handle.close()
      }
      await rename(temporary, target)
      return true
    },
    async remove(file) {
      await rm(join(path, file), { force: true })
      pages.delete(file)
      let folder = dirname(join(path, file))
      while (folder.startsWith(path + sep)) {
        const gone = await rmdir(folder).then(
          () => true,
          () => false,
        )
        if (!gone) break
        made.delete(folder)
        folder = dirname(folder)
      }
    },
    enter(file, record) {
      pages.set(file, record)
      entered.add(file)
    },
    async commit() {
      const lines = [...entered].map((file) => `${JSON.stringify([file, pages.get(file)])}\n`).join('')
      entered.clear()
      if (lines) await appendFile(journalFile, lines)
    },
    files: () => listFiles(path),
  }
}

async function readRecord(
  stateFile: string,
  journalFile: string,
  codeDigest: string,
): Promise<Map<string, PageRecord>> {
  let pages: Map<string, PageRecord>
  try {
    const record = JSON.parse(await readFile(stateFile, 'utf8')) as {
      version: number
      codeDigest: string
      pages: [string, PageRecord][]
    }
    if (record.version !== RECORD_VERSION || record.codeDigest !== codeDigest) return new Map()
    pages = new Map(record.pages)
  } catch {
    // No record, or one cut off: every page is rendered anew.
    return new Map()
  }
  const journal = await readFile(journalFile, 'utf8').catch(() => '')
  for (const line of journal.split('\n').filter(Boolean)) {
    try {
      const [file, page] = JSON.parse(line) as [string, PageRecord?]
      if (page) pages.set(file, page)
      else pages.delete(file)
    } catch {
      // The process died while it wrote this line: its page stays struck off.
    }
  }
  return pages
}

/** Every file below `path`, relative, with forward slashes. */
export async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

/** A digest over named files: what the pages' code is. */
export async function digestFiles(root: string, files: Iterable<string>, extra: string): Promise<string> {
  const hash = createHash('sha256').update(extra)
  for (const file of [...files].sort()) {
    hash.update(`\0${file}\0`)
    hash.update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}
