import { HOME_SECTIONS } from '../../domain/category.ts'
import type { Snapshot } from '../snapshot.ts'
import type { ArticleCard, HomeView } from '../types.ts'

/** Featured stories, and stories in each section (reader spec §9). */
const FEATURED = 6
const IN_SECTION = 3

/**
 * The home page. A section shows its newest stories; those that already stand above as hero or featured come only
 * where there are no others, so that a reader who goes on meets something new.
 */
export function homeView(snapshot: Snapshot): HomeView {
  const hero = snapshot.hero()
  const featured = snapshot.featured(FEATURED)
  const above = new Set([...(hero ? [hero.id] : []), ...featured.map(({ id }) => id)])
  return {
    hero,
    featured,
    sections: HOME_SECTIONS.map(({ title, path }) => ({
      title,
      path,
      articles: unseenFirst(snapshot.newestIn(path, IN_SECTION + above.size), above).slice(0, IN_SECTION),
    })),
  }
}

function unseenFirst(articles: readonly ArticleCard[], seen: ReadonlySet<string>): ArticleCard[] {
  return [...articles.filter(({ id }) => !seen.has(id)), ...articles.filter(({ id }) => seen.has(id))]
}
