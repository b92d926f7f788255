import { SECTIONS } from '../../domain/category.ts'
import { digestedList } from '../digest.ts'
import { FIRST_CHUNK, listChunkPath, listName } from '../list-chunks.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { type PageType, definePage, required } from './page-type.ts'

type Chunks = ReadonlyMap<string, ListChunk<Row<'articles'>>>

/**
 * The chunks of lists that are longer than their page, of pages of these types. One is fetched when a reader comes near
 * the end of what is there.
 */
export function listChunkPages(types: readonly PageType[]) {
  /** The chunks by name, by the list's name. */
  const longLists = (snapshot: Snapshot): ReadonlyMap<string, Chunks> =>
    snapshot.memo('long lists', () => {
      const lists = types
        .flatMap((type) => [...type.longLists(snapshot)])
        .filter(([, rest]) => rest.length > 0)
      return new Map(
        lists.map(([name, rest]) => [name, new Map(chunkList(rest).map((chunk) => [chunk.name, chunk]))]),
      )
    })
  return definePage({
    route: '/lists/[list]/[chunk]',
    addresses: (snapshot) =>
      [...longLists(snapshot)].flatMap(([list, chunks]) =>
        Array.from(chunks.keys(), (chunk) => ({ list, chunk })),
      ),
    view(read, { list, chunk: name }) {
      const { articles, older } = read(`chunk ${name} of ${list}`, (snapshot) => {
        const chunk = required(longLists(snapshot).get(list)?.get(name), `chunk ${name} of ${list}`)
        const { value, digest } = digestedList(chunk.rows.map((row) => snapshot.views.card(row)))
        return { value: { articles: value, older: chunk.older }, digest: `${digest} ${chunk.older}` }
      })
      return {
        articles,
        // Where the list goes on; null at its end.
        next: older === null ? null : listChunkPath(list, older),
        // The section whose list it is; null for another page's.
        section: SECTIONS.find(({ path }) => listName(path) === list.split('.')[0]) ?? null,
      }
    },
  })
}

/** A chunk of a list, newest first. `older` is the name of the next chunk, null in the last. */
interface ListChunk<T> {
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
