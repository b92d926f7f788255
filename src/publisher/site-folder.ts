import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { forEachLimit } from './for-each-limit.ts'
import { writeFileAtomic } from './write-file-atomic.ts'

/** A written page: the digest of what it shows, and the copies of pictures it names. */
export interface PageRecord {
  digest: string
  pictures: string[]
}

const RECORD_VERSION = 1

export type SiteFolder = Awaited<ReturnType<typeof openSiteFolder>>

/**
 * Opens the folder at `path` that readers are served from. Files are written atomically, so a reader sees the old page
 * or the new one, wherever the process is killed.
 *
 * The record of which page shows which digest lives outside (`stateFile`), with a journal beside it: pages about to be
 * written are invalidated first, and recorded with their new digest once written. A page that a crash left in doubt is
 * not in the record, and is written again. Pages rendered by other code (`codeDigest`) count as unknown.
 */
export async function openSiteFolder(path: string, stateFile: string, codeDigest: string) {
  await mkdir(path, { recursive: true })
  const journalFile = `${stateFile}.journal`
  const present = new Set(await listFiles(path))
  for (const file of present) if (file.endsWith('.tmp')) await rm(join(path, file), { force: true })
  const pages = await readRecord(stateFile, journalFile, codeDigest)
  for (const file of pages.keys()) if (!present.has(file)) pages.delete(file)
  const record = { version: RECORD_VERSION, codeDigest, pages: [...pages] }
  await writeFileAtomic(stateFile, JSON.stringify(record))
  await rm(journalFile, { force: true })
  /** Files recorded since the last commit. */
  const uncommitted = new Set<string>()

  return {
    /** The record by file; empty when the site was built from other code. */
    pages: pages as ReadonlyMap<string, PageRecord>,
    /** Removes pages from the stored record until they are recorded again. */
    async invalidate(files: Iterable<string>): Promise<void> {
      const lines = [...files].map((file) => `${JSON.stringify([file])}\n`).join('')
      if (lines) await appendFile(journalFile, lines)
    },
    /** False when the file has these bytes already. */
    async write(file: string, bytes: Uint8Array | string): Promise<boolean> {
      const target = join(path, file)
      const data = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      const old = await readFile(target).catch(() => null)
      if (old && Buffer.compare(old, data) === 0) return false
      await writeFileAtomic(target, data)
      return true
    },
    /** Removes a page from the record, so that it is rendered again. */
    forget: (file: string): void => void pages.delete(file),
    async remove(file: string): Promise<void> {
      await rm(join(path, file), { force: true })
      pages.delete(file)
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
    /** Sets the record of a written page; stored with the next `commit`. */
    record(file: string, page: PageRecord): void {
      pages.set(file, page)
      uncommitted.add(file)
    },
    /** Stores what was recorded. */
    async commit(): Promise<void> {
      const lines = [...uncommitted].map((file) => `${JSON.stringify([file, pages.get(file)])}\n`).join('')
      uncommitted.clear()
      if (lines) await appendFile(journalFile, lines)
    },
    /** All files there are, relative, with forward slashes. */
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
    // No record, or a broken one: every page is rendered again.
    return new Map()
  }
  const journal = await readFile(journalFile, 'utf8').catch(() => '')
  for (const line of journal.split('\n').filter(Boolean)) {
    try {
      const [file, page] = JSON.parse(line) as [string, PageRecord?]
      if (page) pages.set(file, page)
      else pages.delete(file)
    } catch {
      // The process died while it wrote this line: its page stays invalid.
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
