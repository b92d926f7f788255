import { type Section, sectionButtons, sectionPath } from '../../domain/sections/section.ts'
import { slugify } from '../../domain/sections/slug.ts'
import { type ArticleList, categoryList, taggedList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'
import { listName, LIST_PAGE_SIZE } from '../lists/list-chunks.ts'
import { type SectionColours, sectionColours } from '../../domain/theme/section-colours.ts'
import type { ArticleCard } from '../types.ts'
import { type FrontView, frontView } from './front.ts'
import { definePage, RANK, required } from './page-type.ts'
import { renamed } from './redirects/renamed.ts'
import { categoriesOf, sectionList } from './section-list.ts'

/** The counts are of all articles of the section, `articles` the newest of them. */
export interface SectionView {
  section: Section
  /** Colours of its own, in place of the magazine's. */
  colours: SectionColours | null
  /** Its place among the sections, which says how its stories stand. */
  place: number
  path: string
  title: string
  description: string
  total: number
  /** The labels of the filter buttons after All, and how many articles each shows. */
  buttons: string[]
  /** Names of its categories without articles, which have no button. */
  empty: string[]
  counts: Record<string, number>
  /** The present names of its categories by the slugs of former names. */
  former: Record<string, string>
  articles: ArticleCard[]
  /** The front shown above the list; null: none. */
  front: FrontView | null
}

/** A category page, which lists the articles of several categories. */
export const sectionPage = definePage({
  route: '/[section]',
  rank: RANK.list,
  addresses: (content) => content.sections().all.map(({ slug }) => ({ section: slug })),
  view(content, { section: slug }, { site }): SectionView {
    const sections = content.sections()
    const section = required(sections.at(`/${slug}`), `section ${slug}`)
    const { title, description, accent } = section
    const list = sectionList(content, section)
    const buttons = buttonLists(content, section)
    const categories = categoriesOf(content, section)
    return {
      section,
      colours: accent === null ? null : sectionColours(accent, site.theme),
      place: sections.all.indexOf(section),
      path: sectionPath(section),
      title,
      description,
      total: content.size(list),
      buttons: [...buttons.keys()],
      empty: categories.filter(({ id }) => content.size([categoryList(id)]) === 0).map(({ name }) => name),
      counts: Object.fromEntries(Array.from(buttons, ([name, shown]) => [name, content.size(shown)])),
      former: Object.fromEntries(
        renamed(content, 'category', (id) => categories.find((category) => category.id === id)?.name),
      ),
      articles: content.newest(list, LIST_PAGE_SIZE),
      front: frontView(content, sectionPath(section), site.theme),
    }
  },
  sitemap: (content) =>
    content.sections().all.map((section) => ({
      path: sectionPath(section),
      lastmod: content.lastChange(sectionList(content, section)),
    })),
  /** The list of each section and of each of its filter buttons. */
  *longLists(content) {
    for (const section of content.sections().all) {
      const list = sectionList(content, section)
      if (content.size(list) <= LIST_PAGE_SIZE) continue
      yield { name: listName(sectionPath(section)), list, from: LIST_PAGE_SIZE }
      const shown = content.newest(list, LIST_PAGE_SIZE)
      for (const [button, buttonList] of buttonLists(content, section)) {
        const from = shown.filter((card) => buttonNames(section, card).includes(button)).length
        yield { name: listName(sectionPath(section), slugify(button)), list: buttonList, from }
      }
    }
  },
  *redirects(content) {
    const { all } = content.sections()
    const present = renamed(content, 'section', (wanted) => all.find(({ id }) => id === wanted))
    for (const [old, section] of present) yield [`/${old}`, sectionPath(section)]
  },
})

/** The filter buttons that show a story, by name: its tags, or its category. */
export function buttonNames({ buttons }: Section, { category, tags }: ArticleCard): string[] {
  return buttons === 'tags' ? tags : [category?.name ?? '']
}

/** The articles that each filter button of a section shows, by its name. */
function buttonLists(content: ContentReader, section: Section): Map<string, ArticleList> {
  const categories = categoriesOf(content, section)
  if (section.buttons === 'tags') {
    const tags = content.tagIds(section.button_tags)
    const listsOf = (name: string) =>
      categories.flatMap(({ id }) => (tags.get(name) ?? []).map((tag) => taggedList(id, tag)))
    return new Map(
      sectionButtons(section, [], content.calendar().locale).map((name) => [name, listsOf(name)]),
    )
  }
  const present = categories.filter(({ id }) => content.size([categoryList(id)]) > 0)
  const listsOf = (name: string) =>
    present.filter((row) => row.name === name).map(({ id }) => categoryList(id))
  const buttons = sectionButtons(
    section,
    present.map(({ name }) => name),
    content.calendar().locale,
  )
  return new Map(buttons.map((name) => [name, listsOf(name)]))
}
