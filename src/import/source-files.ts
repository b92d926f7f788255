import { type Stats, createReadStream } from 'node:fs'
import { open, readFile, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { wordSet } from '../domain/text/word-set.ts'
import { ImportError } from './description.ts'
import { type SourceFile, addFile, isForeign } from './source-file.ts'
import { openZip } from './zip-files.ts'

/** The largest file that is read. */
const MAX_FILE_BYTES = 50 * 1024 * 1024

/**
 * The files of a folder or of a ZIP. Paths have forward slashes and begin at the root: where all files are in a single
 * folder, as in a ZIP of one, that folder is the root. What systems add (`.DS_Store`, `__MACOSX`, `.git`) is not there.
 */
export class SourceFiles {
  /** In the order of their paths. */
  readonly paths: readonly string[]
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #close: () => void

  constructor(files: ReadonlyMap<string, SourceFile>, close: () => void) {
    const root = rootOf(files.keys())
    this.#files = new Map(
      Array.from(files, ([path, file]) => [path.slice(root.length), file] as const).sort(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    )
    this.paths = [...this.#files.keys()]
    this.#close = close
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** The time of its last change; null where that is not known. */
  changedAt(path: string): string | null {
    return this.#file(path).changedAt
  }

  /** The content of a file; an ImportError when it is larger than `max` bytes. */
  async bytes(path: string, max: number = MAX_FILE_BYTES): Promise<Buffer> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of await this.stream(path, max)) chunks.push(chunk as Buffer)
    } catch (error) {
      if (error instanceof ImportError) throw error
      throw new ImportError(`${path} cannot be read`, { cause: error })
    }
    return Buffer.concat(chunks)
  }

  /** The text of a file: UTF-8, or what old spreadsheets write instead. */
  async text(path: string, max: number = MAX_FILE_BYTES): Promise<string> {
    return decoded(await this.bytes(path, max))
  }

  /** The content as a stream; an ImportError when it is larger than `max` bytes. */
  async stream(path: string, max: number = MAX_FILE_BYTES): Promise<Readable> {
    const file = this.#file(path)
    if (file.bytes > max) throw new ImportError(`${path} is larger than ${inMegabytes(max)}`)
    return file.stream()
  }

  close(): void {
    this.#close()
  }

  #file(path: string): SourceFile {
    const file = this.#files.get(path)
    if (file === undefined) throw new ImportError(`There is no file ${path}`)
    return file
  }
}

/**
 * Opens a folder, or a ZIP, which its bytes tell. The caller closes it. Throws an ImportError for any other file, and for a
 * ZIP that is cut off or made to do harm.
 */
export async function openSource(path: string): Promise<SourceFiles> {
  const found = await statOrNull(path)
  if (found === null) throw new ImportError(`There is no file or folder ${path}`)
  if (found.isDirectory()) return new SourceFiles(await filesOfFolder(path), () => undefined)
  if (!(await isZip(path))) throw new ImportError(`${basename(path)} is neither a folder nor a ZIP file`)
  const { files, close } = await openZip(path)
  return new SourceFiles(files, close)
}

/** 'PK' and the kind of the first part: a file, the directory of an empty ZIP, the mark of a part of several. */
const ZIP_BEGINNINGS = wordSet('504b0304 504b0506 504b0708')

/** Whether `openSource` reads it: a folder, or a file that begins as ZIP files do. */
export async function isSource(path: string): Promise<boolean> {
  const found = await statOrNull(path)
  return found !== null && (found.isDirectory() || (await isZip(path)))
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && ZIP_BEGINNINGS.has(buffer.toString('hex'))
  } finally {
    await file.close()
  }
}

/** The text of one file beside any folder; an ImportError when it is too large. */
export async function textOfFile(path: string): Promise<string> {
  const found = await statOrNull(path)
  if (found === null || !found.isFile()) throw new ImportError(`There is no file ${path}`)
  if (found.size > MAX_FILE_BYTES)
    throw new ImportError(`${basename(path)} is larger than ${inMegabytes(MAX_FILE_BYTES)}`)
  return decoded(await readFile(path))
}

/** The scheme of a Picture's address that is a file of the folder or ZIP: 'folder:content/posts/clay/pot.jpg'. */
const FOLDER_SCHEME = 'folder:'

/** The address of a file of the source, by its path. */
export function folderAddress(path: string): string {
  return FOLDER_SCHEME + path
}

/** The path of a file of the source that an address names, for SourceFiles; null for addresses of the network. */
export function localFile(address: string): string | null {
  return address.startsWith(FOLDER_SCHEME) ? address.slice(FOLDER_SCHEME.length) : null
}

/** Folders that have a meaning for a format: a root that has only one of them is the root all the same. */
const MEANT = wordSet('posts pages content src _posts _drafts source static public assets')

/** The beginning that all paths share, when that is a folder around the whole. */
function rootOf(paths: Iterable<string>): string {
  let root: string | null = null
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    root = root === null ? folder : sharedFolder(root, folder)
  }
  const parts = (root ?? '').split('/').slice(0, -1)
  const meant = parts.findIndex((part) => MEANT.has(part))
  return parts
    .slice(0, meant < 0 ? undefined : meant)
    .map((part) => `${part}/`)
    .join('')
}

function sharedFolder(one: string, other: string): string {
  const others = other.split('/')
  const parts = one.split('/').slice(0, -1)
  const end = parts.findIndex((part, at) => part !== others[at] || at >= others.length - 1)
  return (end < 0 ? parts : parts.slice(0, end)).map((part) => `${part}/`).join('')
}

async function filesOfFolder(root: string): Promise<Map<string, SourceFile>> {
  const files = new Map<string, SourceFile>()
  const realRoot = await realpath(root)
  const isWithin = (path: string) => {
    const way = relative(realRoot, path)
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
  }
  const read = async (folder: string, above: readonly string[]): Promise<void> => {
    const real = await realpath(join(root, folder))
    // A link to a folder around it would have no end.
    if (above.includes(real)) return
    for (const { name } of await readdir(real, { withFileTypes: true })) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (isForeign(name)) continue
      const place = await realpath(join(real, name)).catch(() => null)
      if (place === null || !isWithin(place)) continue
      const found = await stat(place)
      if (found.isDirectory()) await read(path, [...above, real])
      else if (found.isFile()) addFile(files, path, fileOf(place, found))
    }
  }
  await read('', [])
  return files
}

function fileOf(path: string, { size, mtime }: Stats): SourceFile {
  // No more than was there when it was found: a file may grow.
  const end = Math.max(0, size - 1)
  return {
    bytes: size,
    changedAt: mtime.toISOString(),
    stream: () => Promise.resolve(createReadStream(path, { end })),
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch {
    return null
  }
}
