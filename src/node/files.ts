import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachLimit } from './for-each-limit.ts'

/** Every file below `path`, relative, with forward slashes; none when they cannot be read. */
export const listFiles = (path: string): Promise<string[]> => Array.fromAsync(walkFiles(path)).catch(() => [])

/** The files below a folder within `path`, one by one. Skips what is removed meanwhile; throws when it cannot be read. */
export async function* walkFiles(path: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch(nullIfMissing)
  for (const entry of entries ?? []) {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walkFiles(path, file)
    else if (entry.isFile()) yield file
  }
}

/** For `catch`: throws errors other than that there is no such file. */
export function nullIfMissing(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
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
