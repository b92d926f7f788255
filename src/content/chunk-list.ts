import { FIRST_CHUNK } from './list-chunks.ts'

/** A part of a list, newest first, and the name of the part that goes on; null for the oldest. */
export interface ListChunk<T> {
  name: string
  rows: readonly T[]
  older: string | null
}

const MIN_CHUNK = 12
const MAX_CHUNK = 48
/** One story in so many ends a part. */
const RARITY = 24

/**
 * Cuts a list into parts of some dozens. Where it is cut depends on the stories there and not on how many come before
 * or after them: a story that comes, goes or moves changes the parts around it, be it the oldest of all. A part has
 * the name of the story that ends it.
 */
export function chunkList<T extends { id: string }>(rows: readonly T[]): ListChunk<T>[] {
  const ends: number[] = []
  let size = 0
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    size += 1
    if (size < MAX_CHUNK && (size < MIN_CHUNK || !endsPart(rows[place]?.id ?? ''))) continue
    ends.push(place)
    size = 0
  }
  if (size < MIN_CHUNK) ends.pop()

  let older: string | null = null
  let from = rows.length
  return [...ends, 0].map((place) => {
    const name: string = place === 0 ? FIRST_CHUNK : (rows[place]?.id ?? '')
    const part = { name, rows: rows.slice(place, from), older }
    older = name
    from = place
    return part
  })
}

/** Whether the hash (FNV-1a) of an id is one of the rare ones. */
function endsPart(id: string): boolean {
  let hash = 0x811c9dc5
  for (let place = 0; place < id.length; place += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  }
  return (hash >>> 0) % RARITY === 0
}
