import {
  type Destination,
  type Menu,
  type MenuTarget,
  type ShownLink,
  type SitePage,
  SITE_PAGES,
  STANDARD_FOOTER,
  shownLinks,
} from '../domain/site/menu.ts'
import { sectionPath } from '../domain/sections/section.ts'
import { isTagShown, tagPath } from '../domain/sections/tag.ts'
import { wordsOf } from '../words/words.ts'
import type { Content } from './content.ts'
import { tagList } from './lists/article-lists.ts'
import { authorName, authorPath } from './lists/authors.ts'
import type { Row } from './rows.ts'

/** The menus as readers see them. */
export interface ShownMenus {
  header: ShownLink[]
  footer: { title: string; links: ShownLink[] }[]
  searches: string[]
}

/** The menus with the links whose destinations are public; of a menu that nobody has made, the standard one. */
export function shownMenus(content: Content): ShownMenus {
  const shown: ShownMenus = { header: standardHeader(content), footer: standardFooter(content), searches: [] }
  const destination = (target: MenuTarget) => destinationOf(content, target)
  for (const menu of content.tables.menus.values()) show(menu, shown, destination)
  return shown
}

function show(menu: Menu, shown: ShownMenus, destination: (target: MenuTarget) => Destination | null): void {
  switch (menu.id) {
    case 'header':
      shown.header = shownLinks(menu.items, destination)
      break
    case 'footer':
      shown.footer = menu.items
        .map(({ title, links }) => ({ title, links: shownLinks(links, destination) }))
        .filter(({ links }) => links.length > 0)
      break
    case 'searches':
      shown.searches = menu.items
  }
}

/** The sections of the navigation. */
function standardHeader({ sections }: Content): ShownLink[] {
  return sections.all
    .filter(({ in_navigation }) => in_navigation)
    .map((section) => ({ text: section.title, href: sectionPath(section) }))
}

function standardFooter(content: Content): ShownMenus['footer'] {
  return STANDARD_FOOTER.map(({ title, pages }) => ({
    title: title[content.language],
    links: pages
      .map((page) => sitePage(content, page))
      .filter((found) => found !== null)
      .map((found) => ({ text: found.title, href: found.href })),
  }))
}

/** What readers find where a link leads; null when they find nothing there. */
function destinationOf(content: Content, target: MenuTarget): Destination | null {
  switch (target.kind) {
    case 'address':
      return { title: target.url, href: target.url }
    case 'site':
      return sitePage(content, target.page)
    case 'section': {
      const section = content.sections.all.find(({ id }) => id === target.id)
      return section === undefined ? null : { title: section.title, href: sectionPath(section) }
    }
    case 'category': {
      const category = content.tables.categories.get(target.id)
      return category === undefined ? null : { title: category.name, href: categoryHref(content, category) }
    }
    case 'tag': {
      const tag = content.tables.tags.get(target.id)
      const isShown = isTagShown(content.lists.size(tagList(target.id)))
      return tag === undefined || !isShown ? null : { title: tag.name, href: tagPath(tag.slug) }
    }
    case 'page': {
      const path = content.pages.pathOf.get(target.id)
      const page = content.tables.pages.get(target.id)
      return path === undefined || page === undefined ? null : { title: page.title, href: path }
    }
    case 'author': {
      const author = content.authors.ofRow(target.id)
      return author === null ? null : { title: authorName(author), href: authorPath(author.key) }
    }
    case 'story': {
      const card = content.card(target.id)
      return card === null ? null : { title: card.title, href: card.path }
    }
  }
}

/** The list of a category: the filter of its first section or, without one, of all stories. */
function categoryHref({ sections }: Content, category: Row<'categories'>): string {
  const [section] = sections.of(category)
  const path = section === undefined ? SITE_PAGES.browse : sectionPath(section)
  return `${path}?${new URLSearchParams({ category: category.name })}`
}

function sitePage({ tables, language }: Content, page: SitePage): Destination | null {
  const [settings] = tables.site_settings.values()
  if (page === 'newsletter' && settings?.newsletter_enabled === false) return null
  return { title: wordsOf(language).sitePages[page], href: SITE_PAGES[page] }
}
