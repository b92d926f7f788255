import { type Entry, type ZipFile, openPromise } from 'yauzl'
import { ImportError } from './description.ts'
import { MAX_FILES, type SourceFile, addFile, isForeign } from './source-file.ts'

/** What all files of a ZIP may have together once they are unpacked. */
const MAX_TOTAL_BYTES = 20 * 1024 ** 3
/** How many times larger than in the ZIP its files may be: text shrinks to a tenth, a bomb to a thousandth. */
const MAX_RATIO = 200
/** A smaller file is no bomb, however small it is in the ZIP. */
const SMALL_BYTES = 1024 * 1024

/**
 * The files of a ZIP as its directory lists them; none is unpacked before it is read. An ImportError for one that is cut
 * off, has a password or a symbolic link, leads out of its folder or is a bomb.
 */
export async function openZip(path: string): Promise<{ files: Map<string, SourceFile>; close: () => void }> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuse)
  try {
    if (zip.entryCount > MAX_FILES) throw new ImportError(`There are more than ${MAX_FILES} files in it`)
    return { files: await filesOf(zip), close: () => zip.close() }
  } catch (error) {
    zip.close()
    return refuse(error)
  }
}

async function filesOf(zip: ZipFile): Promise<Map<string, SourceFile>> {
  const files = new Map<string, SourceFile>()
  let total = 0
  for await (const entry of zip.eachEntry()) {
    check(entry)
    total += entry.uncompressedSize
    if (total > MAX_TOTAL_BYTES || isBomb(total, zip.fileSize))
      throw new ImportError('The ZIP would unpack to far more than it is')
    if (!entry.fileName.endsWith('/') && !isForeign(entry.fileName))
      addFile(files, entry.fileName, fileOf(zip, entry))
  }
  return files
}

function check(entry: Entry): void {
  const { fileName, uncompressedSize, compressedSize, externalFileAttributes } = entry
  const kind = (externalFileAttributes >>> 16) & 0o170000
  if (kind === 0o120000) throw new ImportError(`The ZIP holds a symbolic link: ${fileName}`)
  if (entry.isEncrypted()) throw new ImportError('The ZIP has a password. Unpack it and choose the folder')
  if (isBomb(uncompressedSize, compressedSize))
    throw new ImportError(`${fileName} would unpack to far more than it is`)
}

function isBomb(unpacked: number, packed: number): boolean {
  return unpacked > SMALL_BYTES && unpacked > packed * MAX_RATIO
}

function fileOf(zip: ZipFile, entry: Entry): SourceFile {
  const changed = entry.getLastModDate({ timezone: 'UTC' })
  return {
    bytes: entry.uncompressedSize,
    changedAt: Number.isNaN(changed.getTime()) ? null : changed.toISOString(),
    stream: () => zip.openReadStreamPromise(entry).catch(refuse),
  }
}

/** Throws what went wrong as a sentence for people. */
function refuse(error: unknown): never {
  if (error instanceof ImportError) throw error
  const message = error instanceof Error ? error.message : ''
  if (/^(?:invalid relative path|absolute path|invalid characters in fileName)/.test(message))
    throw new ImportError('The ZIP holds a path that leads out of its folder', { cause: error })
  if (/compression method/.test(message))
    throw new ImportError('The ZIP is packed in a way that cannot be read. Unpack it and choose the folder', {
      cause: error,
    })
  throw new ImportError('The ZIP is damaged or cut off. Download it again', { cause: error })
}
