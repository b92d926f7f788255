import { open } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'

/** Bytes that can be read at any place. */
export interface ByteSource {
  /** Its name in messages. */
  name: string
  size: number
  /** Exactly these bytes. Rejects with an ArchiveError where there are fewer. */
  read(start: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

/** A file on the disk. Rejects where there is none, or a folder. */
export async function openFile(path: string, name: string): Promise<ByteSource> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ArchiveError(`There is no file ${name}`) : error
  })
  const stats = await file.stat()
  if (!stats.isFile()) {
    await file.close()
    throw new ArchiveError(`${name} is no file`)
  }
  return {
    name,
    size: stats.size,
    async read(start, length) {
      if (start + length > stats.size)
        throw new ArchiveError(`${name} ends too early: a part of it is missing`)
      const bytes = Buffer.allocUnsafe(length)
      for (let done = 0; done < length;) {
        const { bytesRead } = await file.read(bytes, done, length - done, start + done)
        if (bytesRead === 0) throw new ArchiveError(`${name} ends too early: a part of it is missing`)
        done += bytesRead
      }
      return bytes
    },
    close: () => file.close(),
  }
}
