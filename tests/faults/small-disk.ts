import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Enough for the product, little enough to be filled in a moment. */
const BYTES = 320 * 1024 * 1024
const CHUNK_BYTES = 4 * 1024 * 1024

export interface SmallDisk {
  folder: string
  fill(): Promise<void>
  free(): Promise<void>
  unmount(): void
}

/**
 * A disk in memory, mounted at `folder`. Null where that is not allowed: it takes root, or sudo without a password. A
 * limit on the size of files, which anybody may set, is no stand-in: programs get another error than from a full disk.
 */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true })
  const run = (...command: string[]) => {
    const [file = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
    execFileSync(file, args, { stdio: 'ignore' })
  }
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder)
  } catch {
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a')
      const chunk = Buffer.alloc(CHUNK_BYTES)
      for (let size = CHUNK_BYTES; size >= 4_096; size /= 2) {
        while (await canWrite(file, chunk.subarray(0, size))) continue
      }
      await file.close()
    },
    free: () => rm(filler, { force: true }),
    // Lazily: a process that was just killed may still hold a file.
    unmount: () => run('umount', '-l', folder),
  }
}

async function canWrite(file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<boolean> {
  try {
    const { bytesWritten } = await file.write(chunk)
    return bytesWritten === chunk.length
  } catch {
    return false
  }
}
