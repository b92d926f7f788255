import { FIRST_CHUNK } from './list-chunks.ts'

/** A chunk of a list, newest first. `older` is the name of the next chunk, null in the last. */
export interface ListChunk<T> {
  name: string
  rows: readonly T[]
  older: string | null
}

const MIN_CHUNK = 12
const MAX_CHUNK = 48
/** One story in so many ends a chunk. */
const END_INTERVAL = 24

/**
 * Splits a list into chunks of `MIN_CHUNK` to `MAX_CHUNK` rows or a little more. The boundaries depend on the ids around
 * them, not on positions (content-defined chunking): a row that is added or removed anywhere changes only the chunks
 * near it. A chunk has the id of its newest row as its name, the first one is `FIRST_CHUNK`.
 */
export function chunkList<T extends { id: string }>(rows: readonly T[]): ListChunk<T>[] {
  const ends: number[] = []
  let size = 0
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    size += 1
    if (size < MAX_CHUNK && (size < MIN_CHUNK || !endsChunk(rows[place]?.id ?? ''))) continue
    ends.push(place)
    size = 0
  }
  if (size < MIN_CHUNK) ends.pop()

  let older: string | null = null
  let from = rows.length
  return [...ends, 0].map((place) => {
    const name: string = place === 0 ? FIRST_CHUNK : (rows[place]?.id ?? '')
    const chunk = { name, rows: rows.slice(place, from), older }
    older = name
    from = place
    return chunk
  })
}

/** Whether the hash (FNV-1a) of an id is one of the rare ones. */
function endsChunk(id: string): boolean {
  let hash = 0x811c9dc5
  for (let place = 0; place < id.length; place += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  }
  return (hash >>> 0) % END_INTERVAL === 0
}
