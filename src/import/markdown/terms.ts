import type { Category, Item, Key, Redirect } from '../description.ts'
import type { Fields } from './fields.ts'
import { pathWord } from './permalinks.ts'
import { type Place, type Site, type Term, wordsOf } from './site.ts'

/** The categories and tags of a site, told of when a text first names them. */
export class Terms {
  readonly #site: Site
  readonly #told = new Set<string>()
  readonly #categories = new Set<Key>()
  /** Sections that are a category, and the ones that are none. */
  readonly #sections = new Map<string, boolean>()

  constructor(site: Site) {
    this.#site = site
  }

  /** The keys of a text's terms; the items of new ones are pushed to `items`. The section of a text without a category is one. */
  async of(
    fields: Fields,
    place: Place,
    path: string,
    items: Item[],
  ): Promise<{ categories: Key[]; tags: Key[] }> {
    const separator = this.#site.hasWordLists ? 'words' : 'commas'
    const names = [
      ...place.categories,
      ...fields.texts(separator, 'categories'),
      ...fields.texts('none', 'category', 'topic'),
    ]
    const tags = [...fields.texts(separator, 'tags', 'tag'), ...fields.texts('none', 'series', 'topics')]
    const categories: Key[] = []
    for (const name of names) categories.push(await this.#term('category', name, path, items))
    if (place.section !== null) {
      const isCategory = categories.length === 0
      if (isCategory) categories.push(await this.#section(place.section, items))
      this.#sections.set(place.section, isCategory || this.#sections.get(place.section) === true)
    }
    const keys: Key[] = []
    for (const name of tags) keys.push(await this.#term('tag', name, path, items))
    return { categories: [...new Set(categories)], tags: [...new Set(keys)] }
  }

  async #term(term: Term, name: string, path: string, items: Item[]): Promise<Key> {
    const key = name.toLowerCase()
    if (this.#isTold(`${term}:${key}`)) return key
    const slug = pathWord(name)
    const facts = await this.#site.term(term, slug)
    const about = {
      ...{
        key,
        place: path,
        notes: [],
        name: facts?.name || name,
        slug,
        description: facts?.description ?? '',
      },
      addresses: slug === '' ? [] : this.#site.termAddresses(term, slug),
    }
    if (term === 'tag') items.push({ kind: 'tag', ...about })
    else items.push(...this.#category({ kind: 'category', ...about, parent: null }))
    return key
  }

  async #section(name: string, items: Item[]): Promise<Key> {
    const facts = await this.#site.section(name)
    const title = facts?.name || wordsOf(name)
    const key = title.toLowerCase()
    if (this.#isTold(`section:${name}`)) return key
    const [description, addresses] = [facts?.description ?? '', facts?.addresses ?? []]
    const about = { key, place: name, notes: [], name: title, slug: pathWord(name), description, addresses }
    items.push(...this.#category({ kind: 'category', ...about, parent: null }))
    return key
  }

  /** A category; only its addresses where a section or category of its name was told of. */
  #category(category: Category): Item[] {
    const { key, addresses } = category
    if (!this.#categories.has(key)) {
      this.#categories.add(key)
      return [category]
    }
    return addresses.map((from) => redirect(from, { kind: 'category', key }))
  }

  /** Lists of sections whose texts all have another category lead to the front page. */
  async *unused(): AsyncIterable<Redirect> {
    for (const [name, isCategory] of this.#sections) {
      if (isCategory) continue
      const facts = await this.#site.section(name)
      for (const from of facts?.addresses ?? []) yield redirect(from, { kind: 'address', address: '/' })
    }
  }

  #isTold(key: string): boolean {
    if (this.#told.has(key)) return true
    this.#told.add(key)
    return false
  }
}

export function redirect(from: string, to: Redirect['to']): Redirect {
  return { kind: 'redirect', key: from, place: from, notes: [], from, to }
}
