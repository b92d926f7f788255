import type { Snapshot } from '../snapshot.ts'
import type { SitemapEntry } from '../types.ts'

export function sitemapPartPath(part: number): string {
  return `/sitemap-${part}.xml`
}

/** The index of the site map: its files, with the latest change in each. */
export function sitemapIndexView(snapshot: Snapshot): SitemapEntry[] {
  return snapshot.sitemapParts().map((lastmod, index) => ({ path: sitemapPartPath(index + 1), lastmod }))
}

/** One file of the site map, counted from 1. */
export function sitemapPartView(snapshot: Snapshot, part: number): SitemapEntry[] {
  return snapshot.sitemap(part)
}
