import type { Category, Key, Note, Tag } from '../description.ts'
import type { ArchiveBases } from './bases.ts'
import { decoded, nicenameOf, plain } from './plain.ts'
import type { Site } from './site.ts'
import { type NamedTerm, type WxrRecord, idOf, kept } from './wxr-record.ts'

interface Term {
  taxonomy: string
  nicename: string
  name: string
  description: string
  parent: Key | null
  id: Key | null
  place: string
}

/** Taxonomies of themes and plugins whose terms are no tags of readers. */
const INTERNAL =
  /^(?:post_format|nav_menu|link_category|wp_\w+|language|term_language|(?:post|term)_translations|elementor_\w+|yst_\w+|action-group|amp_\w+|author|cap_\w*|following_users|ef_usergroup|post_status|product_\w+|pa_\w+|jp_\w+|newsletter\w*|newspack_\w+|oxy_\w+|fusion_\w+|et_\w+|layout\w*|scope|module_width|ngg_tag|media_\w+|attachment_\w+|coauthor\w*|category_media)$/

export type Kind = 'category' | 'tag'

/** What the terms of a taxonomy become; null: nothing. */
export function kindOf(taxonomy: string): Kind | null {
  if (taxonomy === 'category') return 'category'
  return taxonomy === '' || INTERNAL.test(taxonomy) ? null : 'tag'
}

/** 'tag' in exports of version 1.0. */
function taxonomyOf(name: string): string {
  return name === 'tag' ? 'post_tag' : name
}

/** The key of a term within its kind: the nicename, with the taxonomy before it where that is one of a plugin. */
export function termKey(taxonomy: string, nicename: string): Key {
  const name = /\s/.test(nicename) ? nicenameOf(nicename) : nicename.toLowerCase()
  return ['category', 'post_tag', 'tag'].includes(taxonomy) ? name : `${taxonomy}/${name}`
}

/** The terms of an export, of a first reading of the file. */
export class Terms {
  readonly #known = new Map<string, Term>()
  readonly #byId = new Map<Key, Term>()
  readonly #nicenames = new Map<string, Set<Kind>>()
  readonly #emitted = new Set<string>()
  readonly #menus = new Map<string, string>()

  add(record: WxrRecord, place: string): void {
    const term = readTerm(record, place)
    if (term === null) return
    if (term.taxonomy === 'nav_menu') this.#menus.set(term.nicename, term.name)
    const name = `${term.taxonomy} ${termKey(term.taxonomy, term.nicename)}`
    if (!this.#known.has(name)) this.#known.set(name, term)
    if (term.id !== null) this.#byId.set(`${term.taxonomy} ${term.id}`, term)
    const kind = kindOf(term.taxonomy)
    if (kind === null) return
    const kinds = this.#nicenames.get(term.nicename) ?? new Set()
    this.#nicenames.set(term.nicename, kinds.add(kind))
  }

  kindsOf(nicename: string): readonly Kind[] {
    return [...(this.#nicenames.get(nicename) ?? [])]
  }

  /** The name of a menu. */
  menuName(nicename: string): string | undefined {
    return this.#menus.get(nicename)
  }

  /** What a term is by its number: of a link in a menu, or of the main category that a plugin chose. */
  byId(taxonomy: string, id: Key): { kind: Kind; key: Key; name: string } | null {
    const term = this.#byId.get(`${taxonomyOf(taxonomy)} ${id}`)
    const kind = term === undefined ? null : kindOf(term.taxonomy)
    if (term === undefined || kind === null) return null
    return { kind, key: termKey(term.taxonomy, term.nicename), name: term.name }
  }

  /** The term of a record as an item, unless it was made already. */
  *itemOf(record: WxrRecord, place: string, site: Site, bases: ArchiveBases): Generator<Category | Tag> {
    const term = readTerm(record, place)
    // Terms of plugins become tags where a story has them.
    if (term !== null && ['category', 'post_tag'].includes(term.taxonomy))
      yield* this.#item(term, site, bases)
  }

  /** The key of a term that a story has. */
  keyOfNamed({ taxonomy, nicename, name }: NamedTerm): Key {
    return termKey(taxonomyOf(taxonomy), nicename || nicenameOf(name))
  }

  /** A term that a story has, as an item, unless it was made already. */
  *itemOfNamed(named: NamedTerm, place: string, site: Site, bases: ArchiveBases): Generator<Category | Tag> {
    const taxonomy = taxonomyOf(named.taxonomy)
    const nicename = named.nicename || nicenameOf(named.name)
    const known = this.#known.get(`${taxonomy} ${termKey(taxonomy, nicename)}`)
    const name = plain(named.name) || decoded(nicename)
    const found = known ?? { taxonomy, nicename, name, description: '', parent: null, id: null, place }
    yield* this.#item(found, site, bases)
  }

  *#item(term: Term, site: Site, bases: ArchiveBases): Generator<Category | Tag> {
    const { taxonomy, nicename, name, description, id, place } = term
    const kind = kindOf(taxonomy)
    const key = termKey(taxonomy, nicename)
    if (kind === null || this.#emitted.has(`${kind} ${key}`)) return
    this.#emitted.add(`${kind} ${key}`)
    const isOwn = taxonomy === 'category' || taxonomy === 'post_tag'
    const notes: Note[] = isOwn
      ? []
      : [{ kind: 'changed', text: `The term of “${taxonomy.slice(0, 60)}” is a tag` }]
    const item = { key, place, notes, name, description, slug: decoded(nicename) }
    if (kind === 'tag') {
      const lists = isOwn
        ? [...bases.addresses('tag', nicename, site), site.at(`/?tag=${nicename}`)]
        : [site.at(`/${taxonomy}/${nicename}/`), site.at(`/${taxonomy}/${nicename}/feed/`)]
      yield { kind, ...item, addresses: lists }
      return
    }
    const above = this.#above(term)
    const paths = [[...above, nicename].join('/'), nicename]
    const lists = [...new Set(paths)].flatMap((path) => bases.addresses('category', path, site))
    const byNumber = id === null ? [] : [site.at(`/?cat=${id}`)]
    const parent = term.parent !== null && this.#known.has(`category ${term.parent}`) ? term.parent : null
    yield { kind, ...item, parent, addresses: [...lists, ...byNumber] }
  }

  /** The nicenames of the categories above one, the highest first. */
  #above(term: Term): string[] {
    const above: string[] = []
    for (let key = term.parent; key !== null && above.length < 20;) {
      const parent = this.#known.get(`category ${key}`)
      if (parent === undefined || above.includes(parent.nicename)) break
      above.unshift(parent.nicename)
      key = parent.parent
    }
    return above
  }
}

/** The term of a `wp:category`, `wp:tag` or `wp:term`; null without a name. */
function readTerm(record: WxrRecord, place: string): Term | null {
  const [taxonomy, prefix, nameField] =
    record.name === 'wp:category'
      ? ['category', 'wp:category', 'wp:cat_name']
      : record.name === 'wp:tag'
        ? ['post_tag', 'wp:tag', 'wp:tag_name']
        : [taxonomyOf(record.text('wp:term_taxonomy')), 'wp:term', 'wp:term_name']
  const written = record.text(record.name === 'wp:category' ? 'wp:category_nicename' : `${prefix}_slug`)
  const name = plain(record.raw(nameField)) || decoded(written)
  const nicename = /\s/.test(written) || written === '' ? nicenameOf(written || name) : written
  const above = record.text(`${prefix}_parent`)
  if (nicename === '' || taxonomy === '') return null
  return {
    taxonomy: kept(taxonomy),
    nicename: kept(nicename),
    name: kept(name),
    description: kept(plain(record.raw(`${prefix}_description`))),
    parent: above === '' || above === '0' ? null : kept(termKey('category', above)),
    id: idOf(record.text('wp:term_id')),
    place,
  }
}
