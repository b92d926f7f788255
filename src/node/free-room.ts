import { statfs } from 'node:fs/promises'

/** What stays free on a disk beside large files, in bytes: database and publisher need room, too. */
const RESERVE_BYTES = 256 * 1024 * 1024

/** How many bytes large files in a folder may have. */
export async function freeRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - RESERVE_BYTES)
}
