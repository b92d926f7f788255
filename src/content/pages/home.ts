import {
  FEATURED_ON_HOME,
  HOME_PATH,
  standardOrder,
  STORIES_OF_SECTION,
} from '../../domain/sections/front.ts'
import type { Theme } from '../../domain/theme/theme.ts'
import { ALL_ARTICLES, FEATURED } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import type { CreditedCard } from '../types.ts'
import { type FrontView, bandOf, frontView } from './front.ts'
import { definePage, RANK } from './page-type.ts'
import { sectionList } from './section-list.ts'

export interface HomeView extends FrontView {
  /** When its newest story was published, an ISO time: the page is of that week. */
  week: string | null
  /** Stories of the week a year before that are not above, at most a row. */
  aYearAgo: CreditedCard[]
}

/** The home page: its front, or the standard one. */
export const homePage = definePage({
  route: '/',
  rank: RANK.first,
  view(content, _, { site: { theme } }): HomeView {
    const front = frontView(content, HOME_PATH, theme) ?? standardView(content, theme)
    const [newest] = content.newest([ALL_ARTICLES], 1)
    return {
      ...front,
      week: newest?.publishedAt ?? null,
      aYearAgo: newest === undefined ? [] : yearAgo(content, newest.publishedAt, front),
    }
  },
  sitemap: (content) => [{ path: '/', lastmod: content.lastChange([ALL_ARTICLES]) }],
})

/**
 * The standard home page. A section shows its newest stories. Those already shown above, as hero or featured, are
 * repeated only where a section has no others.
 */
function standardView(content: ContentReader, theme: Theme): FrontView {
  const heroId = content.hero()
  const hero = heroId === null ? null : content.card(heroId)
  const featured = content.newest([FEATURED], FEATURED_ON_HOME)
  const above = new Set([...(hero ? [hero.id] : []), ...featured.map(({ id }) => id)])
  const sections = content.sections().onHome.map((section) => {
    const newest = content.newestIds(sectionList(content, section), STORIES_OF_SECTION + above.size)
    const articles = content.cards(unseenFirst(newest, above).slice(0, STORIES_OF_SECTION))
    return {
      title: section.title,
      ...bandOf(section, theme),
      articles: articles.map((card) => content.credited(card)),
    }
  })
  return {
    hero: hero && content.credited(hero),
    featured: featured.map((card) => content.credited(card)),
    sections,
    order: standardOrder(sections.filter(({ articles }) => articles.length > 0).length),
  }
}

function yearAgo(
  content: ContentReader,
  iso: string,
  { hero, featured, sections }: FrontView,
): CreditedCard[] {
  const above = [hero, ...featured, ...sections.flatMap(({ articles }) => articles)]
  return content
    .aYearBefore(iso)
    .filter(({ id }) => above.every((card) => card?.id !== id))
    .slice(0, STORIES_OF_SECTION)
    .map((card) => content.credited(card))
}

function unseenFirst(ids: readonly string[], seen: ReadonlySet<string>): string[] {
  return [...ids.filter((id) => !seen.has(id)), ...ids.filter((id) => seen.has(id))]
}
