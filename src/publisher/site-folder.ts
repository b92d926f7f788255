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
 * The record of which page shows which digest lives outside (`stateFile`). Pages about to be written are noted in a
 * journal first: whatever a crash left in doubt counts as unknown and is written again.
 */
export interface SiteFolder {
  readonly path: string
  /** Empty when the site was built from other code. */
  readonly pages: Map<string, PageRecord>
  begin(files: Iterable<string>): Promise<void>
  write(file: string, bytes: Uint8Array | string): Promise<boolean>
  remove(file: string): Promise<void>
  /** Writes the record down and ends the journal. */
  commit(): Promise<void>
  /** All files there are, relative, with forward slashes. */
  files(): Promise<string[]>
}

const RECORD_VERSION = 1

/** Opens the folder at `path`; `codeDigest` says which code the pages must have been rendered by to count. */
export async function openSiteFolder(path: string, stateFile: string, codeDigest: string): Promise<SiteFolder> {
  await mkdir(path, { recursive: true })
  await mkdir(dirname(stateFile), { recursive: true })
  const journalFile = `${stateFile}.journal`
  const present = new Set(await listFiles(path))
  for (const file of present) if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
  const pages = await readRecord(stateFile, codeDigest)
  for (const file of await readJournal(journalFile)) pages.delete(file)
  for (const file of pages.keys()) if (!present.has(file)) pages.delete(file)
  const made = new Set<string>()

  return {
    path,
    pages,
    async begin(files) {
      const lines = [...files].map((file) => `${file}\n`).join('')
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
    async commit() {
      const temporary = `${stateFile}.${process.pid}.tmp`
      await writeFile(temporary, JSON.stringify({ version: RECORD_VERSION, codeDigest, pages: [...pages] }))
      await rename(temporary, stateFile)
      await rm(journalFile, { force: true })
    },
    files: () => listFiles(path),
  }
}

async function readRecord(stateFile: string, codeDigest: string): Promise<Map<string, PageRecord>> {
  try {
    const record = JSON.parse(await readFile(stateFile, 'utf8')) as {
      version: number
      codeDigest: string
      pages: [string, PageRecord][]
    }
    if (record.version === RECORD_VERSION && record.codeDigest === codeDigest) return new Map(record.pages)
  } catch {
    // No record, or one cut off: every page is rendered anew.
  }
  return new Map()
}

async function readJournal(journalFile: string): Promise<string[]> {
  const text = await readFile(journalFile, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
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
