import type { Focus } from '../domain/media/focus.ts'
import { mediaPath } from '../domain/media/media-address.ts'
import { batched } from './batched.ts'
import type { PublicClient } from './client.ts'

/** Finds the focus of a picture by its address; those asked for in one turn of the event loop are read together. */
export function focusLookup(
  client: () => Pick<PublicClient, 'from'>,
): (url: string) => Promise<Focus | null> {
  const focusAt = batched(async (paths) => {
    const { data } = await client()
      .from('media')
      .select('storage_path,focus')
      .in('storage_path', paths)
      .not('focus', 'is', null)
    return focusesByPath(data)
  })
  return async (url) => {
    const path = mediaPath(url)
    return path === null ? null : focusAt(path)
  }
}

// Checked by hand: zod would add a tenth to the script that a search loads.
function focusesByPath(rows: unknown): Map<string, Focus> {
  const focuses = new Map<string, Focus>()
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    if (typeof row !== 'object' || row === null || !('storage_path' in row) || !('focus' in row)) continue
    const { storage_path: path, focus } = row
    if (typeof path === 'string' && isFocus(focus)) focuses.set(path, focus)
  }
  return focuses
}

function isFocus(value: unknown): value is Focus {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number')
}
