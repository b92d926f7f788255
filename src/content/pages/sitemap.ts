import { latest } from '../catalog.ts'
import { type Digested, digest } from '../digest.ts'
import type { Snapshot } from '../snapshot.ts'
import { type PageType, type SitemapEntry, definePage, required } from './page-type.ts'

/** Addresses in one file of the site map (the format allows 50,000). */
const PART_SIZE = 5_000

type SitemapPart = Digested<SitemapEntry[]> & { path: string; lastmod: string | null }

/** The index of the site map and its files, which list the pages of these types in their order. */
export function sitemapPages(types: readonly PageType[]) {
  const parts = (snapshot: Snapshot) => snapshot.memo('site map', () => sitemapParts(types, snapshot))
  return {
    sitemapIndexPage: definePage({
      route: '/sitemap.xml',
      view: (read): SitemapEntry[] =>
        read('site map parts', (snapshot) => {
          const value = parts(snapshot).map(({ path, lastmod }) => ({ path, lastmod }))
          return { value, digest: JSON.stringify(value) }
        }),
    }),
    sitemapPartPage: definePage({
      route: '/sitemap-[part].xml',
      addresses: (snapshot) => parts(snapshot).map((_, index) => ({ part: String(index + 1) })),
      view: (read, { part }): SitemapEntry[] =>
        read(`site map part ${part}`, (snapshot) =>
          required(parts(snapshot)[Number(part) - 1], `site map part ${part}`),
        ),
    }),
  }
}

function sitemapParts(types: readonly PageType[], snapshot: Snapshot): SitemapPart[] {
  const entries = types.flatMap((type) => [...type.sitemap(snapshot)])
  const parts: SitemapPart[] = []
  for (let start = 0; start < entries.length; start += PART_SIZE) {
    const value = entries.slice(start, start + PART_SIZE)
    parts.push({
      path: `/sitemap-${parts.length + 1}.xml`,
      lastmod: latest(value.map(({ lastmod }) => lastmod)),
      value,
      digest: digest(value.map(({ path, lastmod }) => `${path} ${lastmod}`).join('\n')),
    })
  }
  return parts
}
