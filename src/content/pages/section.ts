import { SECTIONS } from '../../domain/category.ts'
import { lastChange } from '../catalog.ts'
import { withDigest } from '../digest.ts'
import { PAGE_SIZE } from '../list-chunks.ts'
import { type SectionCounts, sectionCounts } from '../section-counts.ts'
import type { ArticleCard } from '../types.ts'
import { type ReadContent, definePage } from './page-type.ts'

/** The counts are of all articles of the section, `articles` the newest of them. */
export interface SectionView extends SectionCounts {
  path: string
  title: string
  description: string
  articles: ArticleCard[]
}

/** A category page, which lists the articles of several categories. */
export const sectionPage = definePage({
  route: '/[section]',
  addresses: () => SECTIONS.map(({ path }) => ({ section: path.slice(1) })),
  view(read, { section: slug }): SectionView {
    const section = SECTIONS.find(({ path }) => path === `/${slug}`)
    if (section === undefined) throw new Error(`There is no section ${slug}`)
    const { path, title, description } = section
    const counts = read(`counts of ${path}`, ({ catalog, views }) => {
      const rows = catalog.ofSection.get(path) ?? []
      return withDigest(
        sectionCounts(
          section,
          rows.map((row) => views.card(row).value),
        ),
      )
    })
    return { path, title, description, ...counts, articles: newestInSection(read, path, PAGE_SIZE) }
  },
  sitemap: ({ catalog }) =>
    SECTIONS.map(({ path }) => ({ path, lastmod: lastChange(catalog.ofSection.get(path)) })),
})

/** The newest articles of the section page at `path`. */
export function newestInSection(read: ReadContent, path: string, limit: number): ArticleCard[] {
  return read(`newest ${limit} in ${path}`, ({ catalog, views }) =>
    views.cards(catalog.ofSection.get(path)?.slice(0, limit) ?? []),
  )
}
