import { wordSet } from '../../domain/text/word-set.ts'
import type { Category, Key } from '../description.ts'
import type { Stage } from '../stage.ts'
import { isOut } from './texts.ts'

/** A category that becomes a section, too, and its place among the sections. */
export interface PlannedSection {
  id: string
  slug: string
  category: Category
  place: number
}

/** How many sections an import makes where nobody chooses: as many as a header shows well. */
const MAX_SECTIONS = 6
/** What systems call the category of what has none. */
const UNSORTED = wordSet('uncategorized uncategorised allgemein unkategorisiert non-classe sin-categoria')

/** The categories of the first level with most public stories. */
export function largestRoots(stage: Stage, categories: ReadonlyMap<Key, Category>): Key[] {
  return [...storiesByRoot(stage, categories)]
    .filter(([key]) => !UNSORTED.has(categories.get(key)?.slug ?? ''))
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MAX_SECTIONS)
    .map(([key]) => key)
}

/** How many public stories each category of the first level has, with the ones below it. */
export function storiesByRoot(stage: Stage, categories: ReadonlyMap<Key, Category>): Map<Key, number> {
  const stories = new Map<Key, number>()
  for (const { categories: of, publication } of stage.of('story')) {
    if (!isOut(publication)) continue
    const roots = new Set(of.map((key) => rootOf(key, categories)).filter((key) => key !== null))
    for (const root of roots) stories.set(root, (stories.get(root) ?? 0) + 1)
  }
  return stories
}

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
