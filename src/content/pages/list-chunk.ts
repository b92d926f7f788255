import { type Section, SECTIONS } from '../../domain/category.ts'
import { type ListChunk, chunkList } from '../chunk-list.ts'
import { digestedList } from '../digest.ts'
import { listChunkPath, listName } from '../list-chunks.ts'
import type { Row } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard } from '../types.ts'
import { type PageType, definePage } from './page-type.ts'

export interface ListChunkView {
  articles: ArticleCard[]
  /** Where the list goes on; null at its end. */
  next: string | null
  /** The section whose list it is, null for another page's. */
  section: Section | null
}

type Chunks = ReadonlyMap<string, ListChunk<Row<'articles'>>>

/**
 * The chunks of lists that are longer than their page, of pages of these types. One is fetched when a reader comes near
 * the end of what is there.
 */
export function listChunkPages(types: readonly PageType[]): PageType<ListChunkView> {
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
        const chunk = longLists(snapshot).get(list)?.get(name)
        if (chunk === undefined) throw new Error(`The list ${list} has no chunk ${name}`)
        const { value, digest } = digestedList(chunk.rows.map((row) => snapshot.views.card(row)))
        return { value: { articles: value, older: chunk.older }, digest: `${digest} ${chunk.older}` }
      })
      return {
        articles,
        next: older === null ? null : listChunkPath(list, older),
        section: SECTIONS.find(({ path }) => listName(path) === list.split('.')[0]) ?? null,
      }
    },
  })
}
