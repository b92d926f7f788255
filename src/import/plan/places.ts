import { isPageSlug } from '../../domain/sections/page.ts'
import { sectionPath } from '../../domain/sections/section.ts'
import { MAX_SLUG_LENGTH } from '../../domain/sections/slug.ts'
import { isTagShown, tagPath } from '../../domain/sections/tag.ts'
import type { MenuTarget } from '../../domain/site/menu.ts'
import { foldText } from '../../domain/text/fold-text.ts'
import type { Category, Key, Tag } from '../description.ts'
import { importedId } from '../imported-id.ts'
import type { Stage } from '../stage.ts'
import type { Choices } from '../../domain/newsroom/import-report.ts'
import type { Magazine } from './magazine.ts'
import { type PlannedSection, storiesByRoot } from './sections.ts'
import { freeSlug, pagesInOrder } from './slugs.ts'
import { isOut } from './texts.ts'

/** The kinds of items that become a row each. */
export type PlacedKind = 'category' | 'tag' | 'person' | 'page' | 'story'

/** An item that is a row of the magazine, or another item of the file, already. */
export interface Merged {
  kind: PlacedKind
  key: Key
  title: string
  place: string
  /** The name of what it becomes, and whether that is in the magazine already. */
  into: string
  isHere: boolean
}

/** Which row each item becomes, and where readers find it: an id, a slug and a path for each. */
export class Places {
  readonly source: string
  /** The section that is made of a category, by the key of the category. */
  readonly sections = new Map<Key, PlannedSection>()
  readonly merged: Merged[] = []
  readonly #stage: Stage
  readonly #magazine: Magazine
  readonly #choices: Choices
  readonly #categories: ReadonlyMap<Key, Category>
  readonly #ids = new Map<string, string>()
  readonly #slugs = new Map<string, string>()
  readonly #paths = new Map<string, string>()
  /** What readers find at a path. */
  readonly #targets = new Map<string, MenuTarget>()

  constructor(stage: Stage, magazine: Magazine, source: string, choices: Choices) {
    this.source = source
    this.#stage = stage
    this.#magazine = magazine
    this.#choices = choices
    this.#categories = new Map(Array.from(stage.of('category'), (item) => [item.key, item]))
    this.#nameTerms('category', magazine.categories)
    this.#nameTerms('tag', magazine.tags)
    this.#namePeople()
    this.#makeSections()
    this.#placePages()
    this.#placeStories()
    this.#placeLists()
  }

  /** The id of the row that an item becomes; null: it is not in the file. */
  idOf(kind: PlacedKind, key: Key): string | null {
    return this.#ids.get(named(kind, key)) ?? null
  }

  slugOf(kind: PlacedKind, key: Key): string {
    return this.#slugs.get(named(kind, key)) ?? ''
  }

  /** Where readers find an item: its page, else a list or search of its stories; null: it is not in the file. */
  pathOf(kind: PlacedKind, key: Key): string | null {
    return this.#paths.get(named(kind, key)) ?? null
  }

  /** Whether an item has a row of its own, and is none that was there. */
  hasOwnRow(kind: PlacedKind, key: Key): boolean {
    return this.idOf(kind, key) === importedId(this.source, kind, key)
  }

  /** What an import has at a path; null for another path. */
  targetAt(path: string): MenuTarget | null {
    return this.#targets.get(path) ?? null
  }

  /** The slugs of the sections that list a category. */
  sectionsOf(key: Key): string[] {
    const passed = new Set<Key>()
    let at: Key | null = key
    while (at !== null && this.#choices.sections[at] === 'above' && !passed.has(at)) {
      passed.add(at)
      at = this.#categories.get(at)?.parent ?? null
    }
    const choice = this.#choices.sections[at ?? '']
    const section =
      this.sections.get(at ?? '') ?? this.#magazine.sections.find(({ id }) => id === choice) ?? null
    return section === null ? [] : [section.slug]
  }

  /** Categories and tags: each is the row of an earlier import, one of its name, or a new one with a free slug. */
  #nameTerms(kind: 'category' | 'tag', rows: Magazine['categories' | 'tags']): void {
    const ids = new Set(rows.map(({ id }) => id))
    const byName = new Map(rows.map((row) => [foldText(row.name), { ...row, isHere: true }]))
    const taken = new Map(rows.map(({ slug, id }) => [slug, id]))
    for (const item of this.#stage.of(kind) as Iterable<Category | Tag>) {
      const own = importedId(this.source, kind, item.key)
      const same = ids.has(own) ? undefined : byName.get(foldText(item.name))
      const id = same?.id ?? own
      const slug = same?.slug ?? freeSlug(item, 150, (slug) => (taken.get(slug) ?? id) === id, kind)
      taken.set(slug, id)
      if (same === undefined) byName.set(foldText(item.name), { id, slug, name: item.name, isHere: false })
      else this.#merge(kind, item, same.name, same.isHere)
      this.#set(kind, item.key, id, slug)
    }
  }

  #namePeople(): void {
    const people = new Map(Array.from(this.#stage.of('person'), (item) => [item.key, item]))
    const rows = new Map(this.#magazine.author_profiles.map((row) => [row.id, row]))
    const taken = new Map(this.#magazine.author_profiles.map(({ slug, id }) => [slug, id]))
    const others: { key: Key; of: Key }[] = []
    for (const item of people.values()) {
      const { key, name } = item
      const isWho = this.#whoIs(key, people)
      const row = rows.get(isWho)
      if (row !== undefined) this.#set('person', key, row.id, row.slug)
      else if (isWho !== key) others.push({ key, of: isWho })
      else {
        const id = importedId(this.source, 'person', key)
        const slug = freeSlug(item, 150, (slug) => (taken.get(slug) ?? id) === id, 'person')
        taken.set(slug, id)
        this.#set('person', key, id, slug)
      }
      if (isWho !== key)
        this.#merge('person', { ...item, name }, (row ?? people.get(isWho))?.name ?? '', row !== undefined)
    }
    for (const { key, of } of others)
      this.#set('person', key, this.idOf('person', of) ?? '', this.slugOf('person', of))
  }

  /** The key of the person of the file, or the id of the author here, that a person is. */
  #whoIs(key: Key, people: ReadonlyMap<Key, unknown>): string {
    const passed = new Set<Key>()
    let at = key
    while (!passed.has(at)) {
      passed.add(at)
      const choice = this.#choices.people[at]
      if (choice === undefined || choice === 'new') return at
      if (!people.has(choice)) return choice
      at = choice
    }
    // Each is the other: the first of them counts.
    return [...passed].sort()[0] ?? key
  }

  #merge(
    kind: PlacedKind,
    { key, name, place }: { key: Key; name: string; place: string },
    into: string,
    isHere: boolean,
  ): void {
    this.merged.push({ kind, key, title: name, place, into, isHere })
  }

  #set(kind: PlacedKind, key: Key, id: string, slug: string): void {
    this.#ids.set(named(kind, key), id)
    this.#slugs.set(named(kind, key), slug)
  }

  #makeSections(): void {
    const roots = new Set(
      this.#magazine.pages.filter((page) => page.parent_id === null).map(({ slug }) => slug),
    )
    const present = new Map(this.#magazine.sections.map((section) => [section.id, section]))
    const taken = new Map(this.#magazine.sections.map(({ id, slug }) => [slug, id]))
    const chosen = [...this.#categories.keys()].filter((key) => this.#choices.sections[key] === 'new')
    const size = storiesByRoot(this.#stage, this.#categories)
    chosen.sort((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0) || (a < b ? -1 : 1))
    let last = Math.max(0, ...this.#magazine.sections.map(({ position }) => position))
    for (const key of chosen) {
      const category = this.#categories.get(key)
      if (category === undefined) continue
      const id = importedId(this.source, 'section', key)
      const isFree = (one: string) => isPageSlug(one) && !roots.has(one) && (taken.get(one) ?? id) === id
      const slug = freeSlug(category, 100, isFree, 'section')
      taken.set(slug, id)
      this.sections.set(key, { id, slug, category, place: present.get(id)?.position ?? (last += 1) })
    }
  }

  #placePages(): void {
    const at = (parent: string | null, slug: string) => `${parent ?? ''}/${slug}`
    const taken = new Map(this.#magazine.pages.map(({ id, slug, parent_id }) => [at(parent_id, slug), id]))
    const sections = new Set([...this.#magazine.sections, ...this.sections.values()].map(({ slug }) => slug))
    for (const item of pagesInOrder(this.#stage.of('page'))) {
      const id = importedId(this.source, 'page', item.key)
      const parent = item.parent === null ? null : this.idOf('page', item.parent)
      const above = item.parent === null ? '' : (this.pathOf('page', item.parent) ?? '')
      const isFree = (slug: string) =>
        isPageSlug(slug, parent === null ? 0 : 1) &&
        (parent !== null || !sections.has(slug)) &&
        (taken.get(at(parent, slug)) ?? id) === id
      const slug = freeSlug(item, MAX_SLUG_LENGTH, isFree, 'page')
      taken.set(at(parent, slug), id)
      this.#set('page', item.key, id, slug)
      this.#lead('page', item.key, `${above}/${slug}`, { kind: 'page', id })
    }
  }

  #placeStories(): void {
    const taken = new Map(this.#magazine.articles.map(({ id, slug }) => [slug, id]))
    for (const item of this.#stage.of('story')) {
      const id = importedId(this.source, 'story', item.key)
      const slug = freeSlug(item, MAX_SLUG_LENGTH, (one) => (taken.get(one) ?? id) === id, 'story')
      taken.set(slug, id)
      this.#set('story', item.key, id, slug)
      this.#lead('story', item.key, `/article/${slug}`, { kind: 'story', id })
    }
  }

  /** The pages and lists of categories, tags and people. */
  #placeLists(): void {
    for (const { key, name } of this.#categories.values()) {
      const own = this.sections.get(key)
      const [section] = this.sectionsOf(key)
      const query = new URLSearchParams({ category: name })
      if (own !== undefined) this.#lead('category', key, sectionPath(own), { kind: 'section', id: own.id })
      else
        this.#lead('category', key, `/${section ?? 'browse'}?${query}`, {
          ...{ kind: 'category', id: this.idOf('category', key) ?? '' },
        })
    }
    const stories = new Map<Key, number>()
    for (const { tags, publication } of this.#stage.of('story'))
      if (isOut(publication)) for (const tag of tags) stories.set(tag, (stories.get(tag) ?? 0) + 1)
    for (const { key, name } of this.#stage.of('tag')) {
      const id = this.idOf('tag', key) ?? ''
      if (isTagShown(stories.get(key) ?? 0))
        this.#lead('tag', key, tagPath(this.slugOf('tag', key)), { kind: 'tag', id })
      else this.#paths.set(named('tag', key), `/browse?${new URLSearchParams({ search: name })}`)
    }
    for (const { key } of this.#stage.of('person')) {
      const id = this.idOf('person', key) ?? ''
      this.#lead('person', key, `/author/${this.slugOf('person', key)}`, { kind: 'author', id })
    }
  }

  #lead(kind: PlacedKind, key: Key, path: string, target: MenuTarget): void {
    this.#paths.set(named(kind, key), path)
    if (!this.#targets.has(path)) this.#targets.set(path, target)
  }
}

function named(kind: PlacedKind, key: Key): string {
  return `${kind} ${key}`
}
