import { HOME_SECTIONS } from '../../domain/category.ts'
import type { Snapshot } from '../snapshot.ts'
import type { HomeView } from '../types.ts'

/** Featured stories, and stories in each section (reader spec §9). */
const FEATURED = 6
const IN_SECTION = 3

export function homeView(snapshot: Snapshot): HomeView {
  return {
    hero: snapshot.hero(),
    featured: snapshot.featured(FEATURED),
    sections: HOME_SECTIONS.map(({ title, path }) => ({
      title,
      path,
      articles: snapshot.newestIn(path, IN_SECTION),
    })),
  }
}
