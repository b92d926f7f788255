import { HOME_SECTIONS } from '../../domain/category.ts'
import { lastChange } from '../catalog.ts'
import type { ArticleCard } from '../types.ts'
import { definePage } from './page-type.ts'
import { newestInSection } from './section.ts'

const FEATURED = 6
const IN_SECTION = 3

/**
 * The home page. A section shows its newest stories. Those already shown above, as hero or featured, are repeated only
 * where a section has no others.
 */
export const homePage = definePage({
  route: '/',
  view(read) {
    const hero = read('hero', ({ catalog, views }) => views.cardOrNull(catalog.hero))
    const featured = read('featured', ({ catalog, views }) =>
      views.cards(catalog.featured.slice(0, FEATURED)),
    )
    const above = new Set([...(hero ? [hero.id] : []), ...featured.map(({ id }) => id)])
    return {
      hero,
      featured,
      sections: HOME_SECTIONS.map(({ title, path }) => ({
        title,
        path,
        articles: unseenFirst(newestInSection(read, path, IN_SECTION + above.size), above).slice(
          0,
          IN_SECTION,
        ),
      })),
    }
  },
  sitemap: ({ catalog }) => [{ path: '/', lastmod: lastChange(catalog.byDate) }],
})

function unseenFirst(articles: readonly ArticleCard[], seen: ReadonlySet<string>): ArticleCard[] {
  return [...articles.filter(({ id }) => !seen.has(id)), ...articles.filter(({ id }) => seen.has(id))]
}
