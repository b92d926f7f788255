import { SECTIONS } from '../domain/category.ts'
import { slugify } from '../domain/slug.ts'
import { authorPath } from './authors.ts'
import type { Catalog } from './catalog.ts'
import { listName, SHOWN } from './list-parts.ts'
import type { Row } from './rows.ts'
import { buttonNames, sectionCounts } from './section-counts.ts'
import type { ArticleCard } from './types.ts'

type ArticleRow = Row<'articles'>

/** The lists that are longer than what their page shows of them, newest first, by their names in addresses. */
export type LongLists = ReadonlyMap<string, readonly ArticleRow[]>

export function createLongLists(catalog: Catalog, cardOf: (row: ArticleRow) => ArticleCard): LongLists {
  const lists = new Map<string, readonly ArticleRow[]>()
  for (const section of SECTIONS) {
    const rows = catalog.ofSection.get(section.path) ?? []
    if (rows.length <= SHOWN) continue
    lists.set(listName(section.path), rows)
    const names = rows.map((row) => buttonNames(section, cardOf(row)))
    for (const button of sectionCounts(section, rows.map(cardOf)).buttons) {
      const behind = rows.filter((_, index) => names[index]?.includes(button))
      const last = behind.at(-1)
      if (last !== undefined && rows.indexOf(last) >= SHOWN) {
        lists.set(listName(section.path, slugify(button)), behind)
      }
    }
  }
  for (const [key, rows] of catalog.ofAuthor) {
    if (rows.length > SHOWN) lists.set(listName(authorPath(key)), rows)
  }
  return lists
}
