import { sectionPath } from '../../domain/section.ts'
import { HOME_SECTIONS } from '../../magazine/sections.ts'
import { ALL_ARTICLES, FEATURED } from '../article-lists.ts'
import { definePage, RANK } from './page-type.ts'
import { sectionList } from './section.ts'

const MAX_FEATURED = 6
const IN_SECTION = 3

/**
 * The home page. A section shows its newest stories. Those already shown above, as hero or featured, are repeated only
 * where a section has no others.
 */
export const homePage = definePage({
  route: '/',
  rank: RANK.first,
  view(content) {
    const hero = content.hero()
    const featured = content.newest([FEATURED], MAX_FEATURED)
    const above = new Set([...(hero ? [hero.id] : []), ...featured.map(({ id }) => id)])
    return {
      hero: hero && content.credited(hero),
      featured: featured.map((card) => content.credited(card)),
      sections: HOME_SECTIONS.map((section) => {
        const newest = content.newestIds(sectionList(content, section), IN_SECTION + above.size)
        const articles = content.cards(unseenFirst(newest, above).slice(0, IN_SECTION))
        return {
          title: section.title,
          path: sectionPath(section),
          articles: articles.map((card) => content.credited(card)),
        }
      }),
    }
  },
  sitemap: (content) => [{ path: '/', lastmod: content.lastChange([ALL_ARTICLES]) }],
})

function unseenFirst(ids: readonly string[], seen: ReadonlySet<string>): string[] {
  return [...ids.filter((id) => !seen.has(id)), ...ids.filter((id) => seen.has(id))]
}
