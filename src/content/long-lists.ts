import { SECTIONS } from '../domain/category.ts'
import { slugify } from '../domain/slug.ts'
import { authorPath } from './authors.ts'
import type { Catalog } from './catalog.ts'
import { chunkList } from './chunk-list.ts'
import type { ListChunk } from './chunk-list.ts'
import { listName, PAGE_SIZE } from './list-chunks.ts'
import type { Row } from './rows.ts'
import { buttonNames, sectionCounts } from './section-counts.ts'
import type { ArticleCard } from './types.ts'

type ArticleRow = Row<'articles'>

/** What lists have beyond the stories that their page shows: the parts by name, by the list's name in addresses. */
export type LongLists = ReadonlyMap<string, ReadonlyMap<string, ListChunk<ArticleRow>>>

export function createLongLists(catalog: Catalog, cardOf: (row: ArticleRow) => ArticleCard): LongLists {
  const lists = new Map<string, ReadonlyMap<string, ListChunk<ArticleRow>>>()
  const add = (name: string, rest: readonly ArticleRow[]) => {
    if (rest.length > 0) lists.set(name, new Map(chunkList(rest).map((part) => [part.name, part])))
  }
  for (const section of SECTIONS) {
    const rows = catalog.ofSection.get(section.path) ?? []
    if (rows.length <= PAGE_SIZE) continue
    add(listName(section.path), rows.slice(PAGE_SIZE))
    const names = rows.map((row) => buttonNames(section, cardOf(row)))
    for (const button of sectionCounts(section, rows.map(cardOf)).buttons) {
      add(
        listName(section.path, slugify(button)),
        rows.filter((_, index) => index >= PAGE_SIZE && names[index]?.includes(button)),
      )
    }
  }
  for (const [key, rows] of catalog.ofAuthor) {
    add(listName(authorPath(key)), rows.slice(PAGE_SIZE))
  }
  return lists
}
