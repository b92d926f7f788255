import { statfs } from 'node:fs/promises'

/**
 * Space that has to be free for anything to be written. The embedded PostgreSQL cannot go on when its log finds no room
 * to grow, which it does by 16 MB at a time; the rest is for what the disk takes meanwhile.
 */
export const MIN_FREE_BYTES = 48 * 1024 * 1024
/** SQLSTATE disk_full. */
const DISK_FULL = '53100'

/** The message that the disk of `folder` is full, or null. */
export async function describeFullDisk(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= MIN_FREE_BYTES) return null
  return `The disk of ${folder} is full: ${inMb(free)} MB are free, ${inMb(MIN_FREE_BYTES)} are needed.`
}

const inMb = (bytes: number): number => Math.floor(bytes / 1024 / 1024)

/**
 * Refuses requests that may write while the disk of `folder` is full. Prints when that begins and when it is over.
 */
export function createFullDiskCheck(folder: string): (request: Request) => Promise<Response | null> {
  let isFull = false
  return async ({ method }) => {
    if (method === 'GET' || method === 'HEAD') return null
    const reason = await describeFullDisk(folder)
    if (isFull !== (reason !== null)) {
      isFull = reason !== null
      console.error(
        reason === null
          ? 'supabase: the disk has room again'
          : `supabase: ${reason} Nothing is saved until it has room.`,
      )
    }
    if (reason === null) return null
    return Response.json(
      { code: DISK_FULL, message: 'The disk of the server is full', details: null, hint: null },
      { status: 507 },
    )
  }
}
