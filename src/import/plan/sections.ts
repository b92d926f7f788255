import { wordSet } from '../../domain/text/word-set.ts'
import type { Category, Key } from '../description.ts'
import type { PlannedRow } from './planned.ts'
import { shortened } from './texts.ts'

/** A category of the first level that becomes a section, too, and its place among them. */
export interface PlannedSection {
  id: string
  slug: string
  category: Category
  place: number
}

export function sectionRow({ id, slug, category, place }: PlannedSection): PlannedRow {
  return {
    ...{ table: 'sections', key: id, title: category.name, place: category.place, notes: [] },
    values: {
      ...{ title: shortened(category.name, 120), slug, description: shortened(category.description, 500) },
      ...{ empty_links: 'browse', position: place, home_position: place },
    },
  }
}

/** Sections that an import makes: as many as a header shows well. */
export const MAX_SECTIONS = 6
/** What systems call the category of what has none. */
export const UNSORTED = wordSet(
  'uncategorized uncategorised allgemein unkategorisiert non-classe sin-categoria',
)

/** The category of the first level above a category; null for one that the file does not have. */
export function rootOf(key: Key, categories: ReadonlyMap<Key, Category>): Key | null {
  const passed = new Set<Key>()
  let item = categories.get(key)
  while (item?.parent != null && !passed.has(item.key) && categories.has(item.parent)) {
    passed.add(item.key)
    item = categories.get(item.parent)
  }
  return item?.key ?? null
}
