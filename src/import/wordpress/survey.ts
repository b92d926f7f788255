import type { Key, SourceMagazine } from '../description.ts'
import { Attachments } from './attachments.ts'
import { ArchiveBases, type Archive } from './bases.ts'
import { hasBlocks } from './body/parse-blocks.ts'
import { hasHiddenPart } from './members-only.ts'
import { People } from './people.ts'
import { memberOf, membersOf, phpValue, textOfValue } from './php-values.ts'
import { plain } from './plain.ts'
import { Site } from './site.ts'
import { Terms } from './terms.ts'
import { type WxrRecord, idOf, kept } from './wxr-record.ts'

/** In characters: of all the bodies of shared blocks. */
const MAX_PATTERNS = 20 * 1024 * 1024

/** A channel's own texts. */
const CHANNEL_TEXTS = ['title', 'link', 'description', 'language', 'wp:base_site_url', 'wp:base_blog_url']

/**
 * What a first reading of all files finds that stories need before it comes: files of the library, terms, people, shared
 * blocks, rules of plugins for members. Its size follows from their number, not from how many stories there are.
 */
export class Survey {
  readonly attachments = new Attachments()
  readonly terms = new Terms()
  readonly people = new People()
  readonly bases = new ArchiveBases()
  readonly patterns = new Map<Key, string>()
  /** The numbers of all pages; a story that the file does not have is in neither. */
  readonly pages = new Set<Key>()
  readonly stories = new Set<Key>()
  /** What menus lead to, by the taxonomy or type and the number: 'page 12'. */
  readonly linkedByMenus = new Set<string>()
  #protectsAll = false
  readonly #protected = new Set<Key>()
  readonly #channel = new Map<string, string>()
  #patternsSize = 0
  #site: Site | null = null

  /** Where the old magazine stood. The texts of the channel come before all items. */
  get site(): Site {
    const text = (name: string) => this.#channel.get(name) ?? ''
    this.#site ??= new Site(text('wp:base_blog_url'), text('link'), text('wp:base_site_url'))
    return this.#site
  }

  add(record: WxrRecord, place: string): void {
    if (CHANNEL_TEXTS.includes(record.name)) {
      const text = record.text(record.name)
      if (text !== '' && !this.#channel.has(record.name)) this.#channel.set(record.name, kept(text))
      if (record.name === 'wp:base_blog_url') this.#site = null
    } else if (record.name === 'wp:author') this.people.addAuthor(record, place)
    else if (record.name === 'item') this.#addItem(record, place)
    else if (/^wp:(?:category|tag|term)$/.test(record.name)) {
      this.terms.add(record, place)
      if (record.text('wp:term_taxonomy') === 'author') this.people.addTerm(record, place)
    }
  }

  #addItem(record: WxrRecord, place: string): void {
    const id = record.id('wp:post_id')
    const type = record.text('wp:post_type')
    const isOut = record.texts('wp:status').join() === 'publish'
    if (type === 'attachment') this.attachments.add(record, this.site)
    else if (type === 'guest-author') this.people.addGuest(record, place)
    else if (type === 'nav_menu_item') this.#addMenuLink(record)
    else if (type === 'wp_navigation') this.#addNavigation(record)
    else if (type === 'wp_block' && id !== null && isOut && !record.hasPassword)
      this.#addPattern(id, record.raw('content:encoded'))
    else if (type === 'memberpressrule' && isOut) this.#addRule(record)
    else if (id !== null && type === 'page') this.pages.add(id)
    else if (id !== null && (type === 'post' || type === '')) this.stories.add(id)
    if (isOut && (type === 'post' || type === 'page')) this.#addLinks(record, type)
  }

  #addLinks(record: WxrRecord, type: string): void {
    const path = this.site.pathOf(this.site.absolute(record.text('link')))
    if (path !== null && type === 'post') this.bases.seeStory(path)
    for (const [, written = ''] of record
      .raw('content:encoded')
      .matchAll(/\shref=["']([^"'<>\s]{1,500})["']/gi))
      this.#addLink(written)
  }

  #addLink(address: string): void {
    const path = this.site.pathOf(address)
    if (path === null) return
    const kindsOf = (nicename: string): Archive[] => [
      ...this.terms.kindsOf(nicename),
      ...(this.people.has(nicename) ? (['author'] as const) : []),
    ]
    this.bases.seeLink(kept(path), kindsOf)
  }

  #addMenuLink(record: WxrRecord): void {
    const id = idOf(record.meta('_menu_item_object_id'))
    if (record.meta('_menu_item_type') === 'custom') this.#addLink(record.meta('_menu_item_url'))
    else if (id !== null) this.linkedByMenus.add(id)
  }

  #addNavigation(record: WxrRecord): void {
    if (!hasBlocks(record.raw('content:encoded'))) return
    for (const [, id = ''] of record.raw('content:encoded').matchAll(/"id":"?(\d{1,18})/g))
      this.linkedByMenus.add(kept(id))
  }

  #addPattern(id: Key, body: string): void {
    this.#patternsSize += body.length
    if (this.#patternsSize <= MAX_PATTERNS) this.patterns.set(id, kept(body))
  }

  /** A rule of MemberPress: of single stories by their numbers, or of whatever else, which may be any of them. */
  #addRule(record: WxrRecord): void {
    const content = record.meta('_mepr_rules_content')
    const numbers = [content, ...membersOf(phpValue(content)).map(textOfValue)].flatMap(
      (text) => idOf(text) ?? [],
    )
    const isSingle = /^single_/.test(record.meta('_mepr_rules_type')) && numbers.length > 0
    if (!isSingle) this.#protectsAll = true
    for (const number of numbers) this.#protected.add(number)
  }

  /** Whether a rule for members may hide a story. */
  protects(id: Key | null): boolean {
    return this.#protectsAll || (id !== null && this.#protected.has(id))
  }

  /** Whether a body, or a shared block that it shows, has a part that is not for everybody. */
  hasHiddenPart(body: string, within: readonly Key[] = []): boolean {
    if (hasHiddenPart(body)) return true
    const shared = body.matchAll(/wp:block\s{1,9}\{[^{}<>]{0,200}"ref":"?(\d{1,18})/g)
    return shared.some(([, id = '']) => {
      const pattern = within.includes(id) || within.length > 5 ? undefined : this.patterns.get(id)
      return pattern !== undefined && this.hasHiddenPart(pattern, [...within, id])
    })
  }

  /** Whether a number is a page's; null where it is neither a page's nor a story's. */
  isPage(id: Key): boolean | null {
    return this.pages.has(id) ? true : this.stories.has(id) ? false : null
  }

  magazine(place: string): SourceMagazine {
    const text = (name: string) => this.#channel.get(name) ?? ''
    return {
      kind: 'magazine',
      key: 'magazine',
      place,
      notes: [],
      name: plain(text('title')),
      tagline: plain(text('description')),
      language: languageTag(text('language')),
      address: this.site.address,
    }
  }
}

/** 'de_DE' → 'de-DE'; null for what is no language. */
function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null
  } catch {
    return null
  }
}

/** The texts of a story's footnotes by their ids, in their order. */
export function footnotesOf(record: WxrRecord): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  try {
    const list: unknown = JSON.parse(record.meta('footnotes') || '[]')
    for (const note of Array.isArray(list) ? list : []) {
      const [id, content] = [memberOf(note, 'id'), memberOf(note, 'content')]
      if (typeof id === 'string' && typeof content === 'string') texts.set(id, content)
    }
  } catch {
    // The block of footnotes says that they are missing.
  }
  return texts
}
