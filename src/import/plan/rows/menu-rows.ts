import {
  type MenuGroup,
  type MenuLink,
  type MenuTarget,
  type SitePage,
  MAX_ITEMS,
  MAX_LABEL,
  SITE_PAGES,
  addressProblem,
} from '../../../domain/site/menu.ts'
import type { Menu, MenuLink as OldLink, Target } from '../../description.ts'
import { importedId } from '../../imported-id.ts'
import type { PlannedNote, PlannedRow } from '../planned.ts'
import { shortened } from '../texts.ts'
import type { Parts } from './parts.ts'

/** The menus of the magazine that the menus of a file make, and the ones that make none, with the reason. */
export interface PlannedMenus {
  rows: PlannedRow[]
  leftOut: { menu: Menu; why: string }[]
}

type Site = Pick<Parts, 'places' | 'leads'>

export function menuRows(menus: readonly Menu[], site: Site): PlannedMenus {
  const filled = menus.filter((menu) => menu.links.length > 0)
  const named = Map.groupBy(filled, placeOf)
  const unknown = (named.get(null) ?? []).toSorted((a, b) => b.links.length - a.links.length)
  const [header = unknown.shift(), ...furtherHeaders] = named.get('header') ?? []
  const footers = named.get('footer') ?? []
  return {
    rows: [
      ...(header === undefined ? [] : headerRow(header, site)),
      ...(footers.length === 0 ? [] : footerRow(footers, site)),
    ],
    leftOut: [
      ...menus.filter((menu) => menu.links.length === 0).map((menu) => ({ menu, why: 'It has no links' })),
      ...furtherHeaders.map((menu) => ({ menu, why: 'The header has one menu' })),
      ...unknown.map((menu) => ({ menu, why: 'The file does not say where the old site showed it' })),
    ],
  }
}

/** Where the old site showed a menu, as the file says or its name tells. */
function placeOf({ at, name, key }: Menu): 'header' | 'footer' | null {
  if (at !== null) return at
  const words = `${name} ${key}`
  if (/foot|fu(?:ß|ss)|bottom|legal|imprint|impressum/i.test(words)) return 'footer'
  return /main|primary|header|top|haupt|navigation/i.test(words) ? 'header' : null
}

function headerRow(menu: Menu, site: Site): PlannedRow[] {
  const made = new LinkMaker('header', site)
  const items = made.oneLevel(menu.links)
  return rowOf('header', [menu], made.most(items), made.notes)
}

/** A group of the footer for each link that has others below it, and one for the others of each menu. */
function footerRow(menus: readonly Menu[], site: Site): PlannedRow[] {
  const made = new LinkMaker('footer', site)
  const groups = menus.flatMap((menu): MenuGroup[] => {
    const alone = menu.links.filter((link) => link.links.length === 0)
    return [
      made.group(menu.name, alone),
      ...menu.links
        .filter((link) => link.links.length > 0)
        .map((link) => made.group(link.label, [{ ...link, links: [] }, ...link.links])),
    ].filter((group) => group.links.length > 0)
  })
  return rowOf('footer', menus, made.most(groups), made.notes)
}

function rowOf(
  key: 'header' | 'footer',
  menus: readonly Menu[],
  items: readonly (MenuLink | MenuGroup)[],
  notes: readonly PlannedNote[],
): PlannedRow[] {
  const [title, place] = [menus.map(({ name }) => name).join(', '), menus[0]?.place ?? '']
  return [{ table: 'menus', key, title, place, notes: [...notes], values: { items } }]
}

/** Makes the links of one menu; `notes`: what it cannot have. */
class LinkMaker {
  readonly notes: PlannedNote[] = []
  readonly #menu: 'header' | 'footer'
  readonly #site: Site
  #made = 0

  constructor(menu: 'header' | 'footer', site: Site) {
    this.#menu = menu
    this.#site = site
  }

  /** Links of one level. The ones below a link that leads nowhere take its place, others are left out. */
  oneLevel(links: readonly OldLink[]): MenuLink[] {
    return links.flatMap((link) => {
      const made = this.#link(link)
      if (made === null) return this.oneLevel(link.links)
      for (const { label } of link.links)
        this.#drop(`The link “${label}” is below another one, and a menu has one level`)
      return [made]
    })
  }

  group(title: string, links: readonly OldLink[]): MenuGroup {
    const made = this.most(this.oneLevel(links))
    return { id: this.#id(), title: shortened(title, MAX_LABEL) || 'Menu', links: made }
  }

  /** As many items as a menu or group may have. */
  most<Item extends MenuLink | MenuGroup>(items: readonly Item[]): Item[] {
    for (const item of items.slice(MAX_ITEMS)) {
      const name = 'title' in item ? item.title : item.label
      this.#drop(`“${name}” is left out: a menu has at most ${MAX_ITEMS} items`)
    }
    return items.slice(0, MAX_ITEMS)
  }

  #link({ label, to }: OldLink): MenuLink | null {
    const target = targetOf(to, this.#site)
    const text = shortened(label, MAX_LABEL)
    if (target !== null) {
      const own = target.kind === 'address' ? shortened(target.url, MAX_LABEL) : null
      return { id: this.#id(), label: text || own, to: target }
    }
    if (to.kind !== 'address' || !/^#?$/.test(to.address))
      this.#drop(`The link “${label}” leads nowhere in the magazine`)
    return null
  }

  #drop(text: string): void {
    this.notes.push({ kind: 'dropped', text })
  }

  #id(): string {
    this.#made += 1
    return importedId(this.#site.places.source, 'menu item', `${this.#menu} ${this.#made}`)
  }
}

const BY_PATH: ReadonlyMap<string, SitePage> = new Map(
  Object.entries(SITE_PAGES).map(([page, path]) => [path, page as SitePage]),
)

function targetOf(to: Target, { places, leads }: Site): MenuTarget | null {
  const isMail = to.kind === 'address' && to.address.startsWith('mailto:')
  const path = isMail ? to.address : leads.pathOf(to)
  if (path === null) return null
  const page = BY_PATH.get(path)
  return (
    places.targetAt(path) ??
    (page === undefined ? null : { kind: 'site', page }) ??
    (addressProblem(path) === null ? { kind: 'address', url: path } : null)
  )
}
