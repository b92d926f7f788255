import { type Section, SECTIONS } from '../../domain/category.ts'
import { slugify } from '../../domain/slug.ts'
import { authorPath } from '../authors.ts'
import { type ListChunk, chunkList } from '../chunk-list.ts'
import { digestedList } from '../digest.ts'
import { listChunkPath, listName, PAGE_SIZE } from '../list-chunks.ts'
import type { Row } from '../rows.ts'
import { buttonNames, sectionCounts } from '../section-counts.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard } from '../types.ts'
import { definePage } from './page-type.ts'

export interface ListChunkView {
  articles: ArticleCard[]
  /** Where the list goes on; null at its end. */
  next: string | null
  /** The section whose list it is, null for an author's. */
  section: Section | null
}

/** One chunk of a list that is longer than its page, fetched when a reader comes near the end of what is there. */
export const listChunkPage = definePage({
  route: '/lists/[list]/[chunk]',
  addresses: (snapshot) =>
    [...longLists(snapshot)].flatMap(([list, chunks]) =>
      Array.from(chunks.keys(), (chunk) => ({ list, chunk })),
    ),
  view(read, { list, chunk: name }): ListChunkView {
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

type Chunks = ReadonlyMap<string, ListChunk<Row<'articles'>>>

/** What lists have beyond the stories that their page shows: the chunks by name, by the list's name in addresses. */
function longLists(snapshot: Snapshot): ReadonlyMap<string, Chunks> {
  return snapshot.memo('long lists', () => {
    const { catalog, views } = snapshot
    const lists = new Map<string, Chunks>()
    const add = (name: string, rest: readonly Row<'articles'>[]) => {
      if (rest.length > 0) lists.set(name, new Map(chunkList(rest).map((chunk) => [chunk.name, chunk])))
    }
    for (const section of SECTIONS) {
      const rows = catalog.ofSection.get(section.path) ?? []
      if (rows.length <= PAGE_SIZE) continue
      add(listName(section.path), rows.slice(PAGE_SIZE))
      const cards = rows.map((row) => views.card(row).value)
      const names = cards.map((card) => buttonNames(section, card))
      for (const button of sectionCounts(section, cards).buttons) {
        add(
          listName(section.path, slugify(button)),
          rows.filter((_, index) => index >= PAGE_SIZE && names[index]?.includes(button)),
        )
      }
    }
    for (const [key, rows] of catalog.ofAuthor) add(listName(authorPath(key)), rows.slice(PAGE_SIZE))
    return lists
  })
}
