import { isSlug, slugify } from '../../domain/sections/slug.ts'
import type { Item, Page } from '../description.ts'

/** A slug of an item's own, of its title or name, or of its key; with a number where that is taken. */
export function freeSlug(
  item: Pick<Item, 'key'> & { slug: string; title?: string; name?: string },
  max: number,
  isFree: (slug: string) => boolean,
  kind: string,
): string {
  const own = decoded(item.slug)
  const made = isSlug(own) ? own : slugify(own)
  const base = (
    made ||
    slugify(item.title ?? item.name ?? '') ||
    slugify(`${kind} ${item.key}`) ||
    kind
  ).slice(0, max - 8)
  const trimmed = base.replace(/-+$/, '')
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? trimmed : `${trimmed}-${number}`
    if (isFree(slug)) return slug
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Pages with their parents before them. */
export function pagesInOrder(items: Iterable<Page>): Page[] {
  const pages = [...items]
  const byKey = new Map(pages.map((page) => [page.key, page]))
  const done = new Set<Page>()
  const visitPage = (page: Page, above: ReadonlySet<Page>): Page[] => {
    if (done.has(page)) return []
    done.add(page)
    const parent = page.parent === null ? undefined : byKey.get(page.parent)
    const isRoot = parent === undefined || above.has(parent) || parent === page
    return [
      ...(isRoot ? [] : visitPage(parent, new Set([...above, page]))),
      isRoot ? { ...page, parent: null } : page,
    ]
  }
  return pages.flatMap((page) => visitPage(page, new Set()))
}
