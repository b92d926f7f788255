import { type Section, sectionButtons, SECTIONS } from '../../domain/category.ts'
import { slugify } from '../../domain/slug.ts'
import { lastChange } from '../catalog.ts'
import { withDigest } from '../digest.ts'
import { listName, PAGE_SIZE } from '../list-chunks.ts'
import type { ArticleCard } from '../types.ts'
import { type ReadContent, definePage, required } from './page-type.ts'

/** The counts are of all articles of the section, `articles` the newest of them. */
export interface SectionView extends ReturnType<typeof sectionCounts> {
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
    const section = required(
      SECTIONS.find(({ path }) => path === `/${slug}`),
      `section ${slug}`,
    )
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
  /** The list of each section, and that of each of its filter buttons. */
  *longLists({ catalog, views }) {
    for (const section of SECTIONS) {
      const rows = catalog.ofSection.get(section.path) ?? []
      if (rows.length <= PAGE_SIZE) continue
      yield [listName(section.path), rows.slice(PAGE_SIZE)]
      const cards = rows.map((row) => views.card(row).value)
      const names = cards.map((card) => buttonNames(section, card))
      for (const button of sectionCounts(section, cards).buttons) {
        yield [
          listName(section.path, slugify(button)),
          rows.filter((_, index) => index >= PAGE_SIZE && names[index]?.includes(button)),
        ]
      }
    }
  },
})

/** The newest articles of the section page at `path`. */
export function newestInSection(read: ReadContent, path: string, limit: number): ArticleCard[] {
  return read(`newest ${limit} in ${path}`, ({ catalog, views }) =>
    views.cards(catalog.ofSection.get(path)?.slice(0, limit) ?? []),
  )
}

/** The filter buttons that show a story, by name: its tags in the Design Journal, else its category. */
export function buttonNames({ kind }: Section, { category, tags }: ArticleCard): string[] {
  return kind === 'journal' ? tags : [category?.name ?? '']
}

/** The labels of the filter buttons after All, and how many articles each shows. */
function sectionCounts(section: Section, cards: readonly ArticleCard[]) {
  const found = new Map<string, number>()
  for (const name of cards.flatMap((card) => buttonNames(section, card))) {
    found.set(name, (found.get(name) ?? 0) + 1)
  }
  const buttons = sectionButtons(section, found.keys())
  const counts = Object.fromEntries(buttons.map((name) => [name, found.get(name) ?? 0]))
  return { total: cards.length, buttons, counts }
}
