import type { Key, Menu, MenuLink, Note, Target } from '../description.ts'
import { type Block, hasBlocks, parseBlocks, textAttribute } from './body/parse-blocks.ts'
import { decoded, plain } from './plain.ts'
import type { Site } from './site.ts'
import type { Terms } from './terms.ts'
import { type WxrRecord, idOf } from './wxr-record.ts'

/** What a menu may lead to, of what it names. */
interface Linked {
  title: string
  kind: 'story' | 'page'
  isPublic: boolean
}

/** A link of a menu as the file has it: an item of its own. */
interface RawLink {
  id: Key
  parent: Key | null
  order: number
  label: string
  type: string
  object: string
  objectId: Key | null
  address: string
}

interface RawMenu {
  name: string
  place: string
  links: RawLink[]
}

const NOT_PUBLIC = 'A link to something that is not public or not in the file'
const NO_LABEL = 'A link without words'

/** Where a theme shows a menu, as far as its name says it. */
function placeOf(name: string): Menu['at'] {
  return /main|header|top|primary|haupt/i.test(name)
    ? 'header'
    : /foot|fuß|fuss/i.test(name)
      ? 'footer'
      : null
}

/** The menus of an export. Their links are items anywhere in it, so they are whole at its end. */
export class Menus {
  readonly #menus = new Map<Key, RawMenu>()
  readonly #linked = new Map<Key, Linked>()
  readonly #navigations: { key: Key; name: string; place: string; blocks: Block[] }[] = []
  readonly #terms: Terms
  readonly #site: Site

  constructor(terms: Terms, site: Site) {
    this.#terms = terms
    this.#site = site
  }

  /** Takes in a story or page that a menu leads to. */
  addLinked(id: Key, linked: Linked): void {
    this.#linked.set(id, linked)
  }

  /** Takes in a link of a menu; false where it is of none, or not published. */
  addLink(record: WxrRecord, place: string): boolean {
    const term = record.terms.find(({ taxonomy }) => taxonomy === 'nav_menu')
    const id = record.id('wp:post_id')
    const isPublic = record.texts('wp:status').every((status) => status === 'publish')
    if (term === undefined || id === null || !isPublic) return false
    const key = term.nicename || term.name
    const name = this.#terms.menuName(key) ?? (plain(term.name) || decoded(key))
    const menu = this.#menus.get(key) ?? { name, place, links: [] }
    if (menu.links.some((link) => link.id === id)) return true
    menu.links.push({
      id,
      parent: idOf(record.meta('_menu_item_menu_item_parent')),
      order: Number(record.text('wp:menu_order')) || 0,
      label: plain(record.raw('title')),
      type: record.meta('_menu_item_type'),
      object: record.meta('_menu_item_object'),
      objectId: idOf(record.meta('_menu_item_object_id')),
      address: record.meta('_menu_item_url'),
    })
    this.#menus.set(key, menu)
    return true
  }

  /** Takes in a menu of a theme of blocks: an item with a block for each link. False where it is not published. */
  addNavigation(record: WxrRecord, place: string): boolean {
    const body = record.raw('content:encoded')
    if (record.texts('wp:status').some((status) => status !== 'publish') || !hasBlocks(body)) return false
    const key = `navigation-${record.id('wp:post_id') ?? record.text('wp:post_name')}`
    this.#navigations.push({ key, name: plain(record.raw('title')), place, blocks: parseBlocks(body) })
    return true
  }

  *items(): Generator<Menu> {
    for (const [key, { name, place, links }] of this.#menus) {
      const notes: Note[] = []
      const tree = this.#tree(links, notes)
      yield { kind: 'menu', key, place, notes, name, at: placeOf(name), links: tree }
    }
    for (const { key, name, place, blocks } of this.#navigations) {
      const notes: Note[] = []
      const links = this.#ofBlocks(blocks, notes)
      if (links.length > 0 || notes.length > 0)
        yield { kind: 'menu', key, place, notes, name, at: placeOf(name), links }
    }
  }

  /** The links of a menu, each with those below it. One below a link that is left out takes its place. */
  #tree(links: readonly RawLink[], notes: Note[]): MenuLink[] {
    const ids = new Set(links.map(({ id }) => id))
    const below = Map.groupBy(
      links.toSorted((a, b) => a.order - b.order),
      ({ id, parent }) => (parent !== null && parent !== id && ids.has(parent) ? parent : ''),
    )
    const seen = new Set<Key>()
    const linksOf = (parent: Key): MenuLink[] =>
      (below.get(parent) ?? []).flatMap((raw) => {
        if (seen.has(raw.id)) return []
        seen.add(raw.id)
        const children = linksOf(raw.id)
        const link = this.#link(raw, notes)
        return link === null ? children : [{ ...link, links: children }]
      })
    const roots = linksOf('')
    // Links that are each below the other have no root.
    const circular = links.filter(({ id }) => !seen.has(id)).flatMap(({ parent }) => linksOf(parent ?? ''))
    return [...roots, ...circular]
  }

  #link(raw: RawLink, notes: Note[]): Omit<MenuLink, 'links'> | null {
    const found = this.#target(raw)
    if (found === null) return this.#without(NOT_PUBLIC, notes)
    const label = raw.label || found.name
    return label === '' ? this.#without(NO_LABEL, notes) : { label, to: found.to }
  }

  #without(text: string, notes: Note[]): null {
    notes.push({ kind: 'dropped', text })
    return null
  }

  #target({ type, object, objectId, address }: Omit<RawLink, 'id' | 'parent' | 'order' | 'label'>): {
    to: Target
    name: string
  } | null {
    if (type === 'taxonomy' && objectId !== null) {
      const term = this.#terms.byId(object, objectId)
      return term === null ? null : { to: { kind: term.kind, key: term.key }, name: term.name }
    }
    if (type === 'post_type' && objectId !== null) {
      const linked = this.#linked.get(objectId)
      return linked?.isPublic === true
        ? { to: { kind: linked.kind, key: objectId }, name: linked.title }
        : null
    }
    if (address === '') return null
    return { to: { kind: 'address', address: this.#site.absolute(address) }, name: '' }
  }

  #ofBlocks(blocks: readonly (Block | string)[], notes: Note[]): MenuLink[] {
    return blocks.flatMap((block): MenuLink[] => {
      if (typeof block === 'string' || block.name === null) return []
      const { name, parts } = block
      if (name === 'home-link') {
        const label = plain(textAttribute(block, 'label')) || 'Home'
        return [{ label, to: { kind: 'address', address: this.#site.at('/') }, links: [] }]
      }
      if (!/^navigation-(?:link|submenu)$/.test(name)) {
        if (name === 'page-list') notes.push({ kind: 'dropped', text: 'The list of all pages in a menu' })
        return this.#ofBlocks(parts, notes)
      }
      const kind = textAttribute(block, 'kind')
      const objectId = idOf(textAttribute(block, 'id'))
      const found = this.#target({
        type:
          objectId === null
            ? 'custom'
            : kind === 'taxonomy'
              ? 'taxonomy'
              : kind === 'post-type'
                ? 'post_type'
                : 'custom',
        object: textAttribute(block, 'type'),
        objectId,
        address: textAttribute(block, 'url'),
      })
      const links = this.#ofBlocks(parts, notes)
      const label = plain(textAttribute(block, 'label')) || (found?.name ?? '')
      if (found !== null && label !== '') return [{ label, to: found.to, links }]
      this.#without(found === null ? NOT_PUBLIC : NO_LABEL, notes)
      return links
    })
  }
}
