import { SECTIONS } from '../domain/category.ts'
import { authorPath } from './authors.ts'
import type { AuthorDirectory } from './authors.ts'
import type { Catalog } from './catalog.ts'
import { articlePath } from './view-builder.ts'
import { digest } from './digest.ts'
import type { Digested } from './digest.ts'
import type { PageTree } from './page-tree.ts'
import type { Row } from './rows.ts'
import type { SitemapEntry } from './types.ts'

/** Addresses in one file of the site map (the format allows 50,000). */
export const SITEMAP_PART_SIZE = 5_000

/** Pages of the site that exist without a row of their own. */
const BUILT_IN = ['/about', '/contact', '/privacy', '/terms']

function lastChange(articles: readonly Row<'articles'>[] | undefined): string | null {
  let latest: string | null = null
  for (const { updated_at } of articles ?? []) if (latest === null || updated_at > latest) latest = updated_at
  return latest
}

/** Every canonical address, articles last and oldest first, so that a new story changes the last part only. */
function sitemapEntries(catalog: Catalog, directory: AuthorDirectory, pages: PageTree): SitemapEntry[] {
  const all = lastChange(catalog.byDate)
  const built = BUILT_IN.filter((path) => !pages.byPath.has(path))
  return [
    ...['/', '/browse', '/authors'].map((path) => ({ path, lastmod: all })),
    ...SECTIONS.map(({ path }) => ({ path, lastmod: lastChange(catalog.ofSection.get(path)) })),
    ...built.map((path) => ({ path, lastmod: null })),
    ...[...pages.byPath].map(([path, page]) => ({ path, lastmod: page.updated_at })),
    ...directory.entries.map(({ key }) => ({
      path: authorPath(key),
      lastmod: lastChange(catalog.ofAuthor.get(key)),
    })),
    ...catalog.byDate
      .map(({ slug, updated_at }) => ({ path: articlePath(slug), lastmod: updated_at }))
      .reverse(),
  ]
}

export interface Sitemap {
  parts: readonly Digested<SitemapEntry[]>[]
  /** The latest change in each part. */
  lastmods: readonly (string | null)[]
}

export function createSitemap(catalog: Catalog, directory: AuthorDirectory, pages: PageTree): Sitemap {
  const entries = sitemapEntries(catalog, directory, pages)
  const parts: Digested<SitemapEntry[]>[] = []
  const lastmods: (string | null)[] = []
  for (let start = 0; start < entries.length; start += SITEMAP_PART_SIZE) {
    const value = entries.slice(start, start + SITEMAP_PART_SIZE)
    parts.push({ value, digest: digest(value.map(({ path, lastmod }) => `${path} ${lastmod}`).join('\n')) })
    let latest: string | null = null
    for (const { lastmod } of value)
      if (lastmod !== null && (latest === null || lastmod > latest)) latest = lastmod
    lastmods.push(latest)
  }
  return { parts, lastmods }
}
