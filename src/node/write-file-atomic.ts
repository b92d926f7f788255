import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes `data` to a temporary file beside `file`, with the folders above it. Resolves with its path, to be renamed. */
export async function writeTemporary(file: string, data: Parameters<typeof writeFile>[1]): Promise<string> {
  // Not the file's name and more: that may be as long as names can be.
  const temporary = join(dirname(file), `${randomUUID()}.tmp`)
  try {
    // The folder is there for all files but its first.
    await writeFile(temporary, data).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(dirname(file), { recursive: true })
      await writeFile(temporary, data)
    })
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return temporary
}

/**
 * Writes a file, with the folders above it, through a temporary file beside it: readers see the old content or the new,
 * never a part, also when the process is killed meanwhile.
 */
export async function writeFileAtomic(file: string, data: Parameters<typeof writeFile>[1]): Promise<void> {
  const temporary = await writeTemporary(file, data)
  try {
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
