import * as z from 'zod/mini'
import { idSchema } from '../rows/row.ts'
import type { Language } from '../text/language.ts'

/**
 * Menus: the links of the header, the footer's groups of links, and the searches that the empty search field suggests. A link
 * leads to a row, a page of the site itself or an address. What it leads to may be renamed or moved: the link stays right.
 */

/** Limits, which `private.before_menu_write` in the database has, too. */
export const MAX_ITEMS = 12
/** Of labels, titles and searches, in characters. */
export const MAX_LABEL = 80

/** Rows that a link can lead to, with what they are called. */
export const LINKED_ROWS = {
  section: 'Section',
  category: 'Category',
  tag: 'Tag',
  page: 'Page',
  author: 'Author',
  story: 'Story',
} as const
export type LinkedRow = keyof typeof LINKED_ROWS

/** Pages of the site itself, with their addresses. */
export const SITE_PAGES = {
  home: '/',
  browse: '/browse',
  authors: '/authors',
  about: '/about',
  contact: '/contact',
  newsletter: '/#letter',
  subscription: '/subscription',
  privacy: '/privacy',
  terms: '/terms',
  rss: '/rss.xml',
} as const
export type SitePage = keyof typeof SITE_PAGES

/** What links to them are called, in the magazine's language. */
export const SITE_PAGE_TITLES: Readonly<Record<Language, Readonly<Record<SitePage, string>>>> = {
  en: {
    home: 'Home',
    browse: 'All Articles',
    authors: 'Our Authors',
    about: 'About',
    contact: 'Contact',
    newsletter: 'Newsletter',
    subscription: 'Your subscription',
    privacy: 'Privacy',
    terms: 'Terms',
    rss: 'RSS',
  },
  de: {
    home: 'Startseite',
    browse: 'Alle Artikel',
    authors: 'Wer hier schreibt',
    about: 'Über uns',
    contact: 'Kontakt',
    newsletter: 'Newsletter',
    subscription: 'Abo verwalten',
    privacy: 'Datenschutz',
    terms: 'Nutzungsbedingungen',
    rss: 'RSS',
  },
}

/** The footer while nobody has made one: the titles of its groups, and the pages that they lead to. */
export const STANDARD_FOOTER: readonly {
  title: Readonly<Record<Language, string>>
  pages: readonly SitePage[]
}[] = [
  { title: { en: 'Explore', de: 'Entdecken' }, pages: ['browse', 'authors', 'newsletter', 'rss'] },
  {
    title: { en: 'The magazine', de: 'Das Magazin' },
    pages: ['about', 'contact', 'privacy', 'terms', 'subscription'],
  },
]

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  Object.keys(record) as [Key, ...Key[]]

const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(keysOf(LINKED_ROWS)), id: idSchema }),
  z.object({ kind: z.literal('site'), page: z.enum(keysOf(SITE_PAGES)) }),
  z.object({ kind: z.literal('address'), url: z.string() }),
])

/** What a link leads to. */
export type MenuTarget = z.infer<typeof targetSchema>

const linkSchema = z.object({
  /** Tells it from the other links of its menu. */
  id: idSchema,
  /** In place of the own title of what it leads to. */
  label: z.nullable(z.string()),
  to: targetSchema,
})
export type MenuLink = z.infer<typeof linkSchema>

const groupSchema = z.object({ id: idSchema, title: z.string(), links: z.array(linkSchema) })
export type MenuGroup = z.infer<typeof groupSchema>

export const menuSchema = z.discriminatedUnion('id', [
  z.object({ id: z.literal('header'), items: z.array(linkSchema) }),
  z.object({ id: z.literal('footer'), items: z.array(groupSchema) }),
  z.object({ id: z.literal('searches'), items: z.array(z.string()) }),
])
export type Menu = z.infer<typeof menuSchema>

/** Why a link cannot lead to an address; null when it can. */
export function addressProblem(url: string): string | null {
  const isAddress = /^(\/|https:\/\/|mailto:)[^\s"<>\\]*$/.test(url) && url.length <= 1000
  return isAddress ? null : 'Use a path such as /about, or an address beginning with https://'
}

/** All links of menus. */
export function linksOf(menus: Iterable<Menu>): MenuLink[] {
  return [...menus].flatMap((menu) => {
    switch (menu.id) {
      case 'header':
        return menu.items
      case 'footer':
        return menu.items.flatMap(({ links }) => links)
      case 'searches':
        return []
    }
  })
}

/** The menus of the links to a row, by id: one for each link. */
export function menusNaming(
  menus: readonly Menu[],
  { kind, id }: { kind: LinkedRow; id: string },
): Menu['id'][] {
  const leadsThere = ({ to }: MenuLink) => to.kind === kind && 'id' in to && to.id === id
  return menus.flatMap((menu) =>
    linksOf([menu])
      .filter(leadsThere)
      .map(() => menu.id),
  )
}

/** What readers find where a link leads: its own title and its address. */
export interface Destination {
  title: string
  href: string
}

/** A link as readers see it. */
export interface ShownLink {
  text: string
  href: string
}

/** The links whose destination is public, in their order. `destinationOf`: null for what readers do not see. */
export function shownLinks(
  links: readonly MenuLink[],
  destinationOf: (target: MenuTarget) => Destination | null,
): ShownLink[] {
  return links.flatMap(({ label, to }) => {
    const found = destinationOf(to)
    return found === null ? [] : [{ text: label ?? found.title, href: found.href }]
  })
}
