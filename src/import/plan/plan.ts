import type { Element, ElementContent } from 'hast'
import { visit } from 'unist-util-visit'
import { isElement } from '../../domain/body/html/hast.ts'
import { stringify } from '../../domain/body/html/safe-html.ts'
import { MAX_BODY_BYTES } from '../../domain/body/limits.ts'
import { renderBody } from '../../domain/body/render.ts'
import { socialUrl, SOCIAL_NETWORKS } from '../../domain/people/author.ts'
import { isPageSlug } from '../../domain/sections/page.ts'
import { MAX_SLUG_LENGTH } from '../../domain/sections/slug.ts'
import { isTagShown, tagPath } from '../../domain/sections/tag.ts'
import { isSiteAddress } from '../../domain/site/redirect.ts'
import { readTime } from '../../domain/story/read-time.ts'
import { foldText } from '../../domain/text/fold-text.ts'
import type { Address, Category, Key, Note, Page, Person, Story, Tag } from '../description.ts'
import { importedId } from '../imported-id.ts'
import type { Stage } from '../stage.ts'
import type { Magazine } from './magazine.ts'
import { asLink, picturesIn, withoutEmptyFigures } from './moved-body.ts'
import { OldAddresses } from './old-addresses.ts'
import type { PlannedPicture, PlannedRow } from './planned.ts'
import { type PlannedSection, MAX_SECTIONS, UNSORTED, rootOf, sectionRow } from './sections.ts'
import { freeSlug, pagesInOrder } from './slugs.ts'
import { MAX_TITLE, cutNotes, isOut, shortened, slugNotes, stateNotes, times, titleOf } from './texts.ts'
import { parseHtml } from '#parse-html'

/**
 * What an export file becomes in a magazine: rows in the order in which they can be written. Reads the stage only, so a plan
 * of the same file, magazine and pictures is the same.
 */
export class Plan {
  readonly source: string
  readonly #stage: Stage
  readonly #magazine: Magazine
  readonly #old: OldAddresses
  readonly #ids = new Map<string, string>()
  readonly #slugs = new Map<string, string>()
  readonly #paths = new Map<string, string>()
  readonly #pictures = new Map<string, PlannedPicture>()
  readonly #categories: ReadonlyMap<Key, Category>
  /** The section that is made of each category of the first level. */
  readonly #sections = new Map<Key, PlannedSection>()

  /** `file`: what stands for the source where the file does not say where the old site stood. */
  constructor(stage: Stage, magazine: Magazine, file: string) {
    const [old] = stage.of('magazine')
    this.#stage = stage
    this.#magazine = magazine
    this.source = old?.address ?? (old?.name || file)
    this.#old = new OldAddresses(old?.address ?? null)
    this.#categories = new Map(Array.from(stage.of('category'), (item) => [item.key, item]))
    this.#name('category', 'categories', stage.of('category'))
    this.#name('tag', 'tags', stage.of('tag'))
    this.#name('person', 'author_profiles', stage.of('person'))
    this.#chooseSections()
    this.#placePages()
    this.#placeStories()
    this.#findPictures()
    this.#leadOn()
  }

  /** An address of the old site as a whole one; null where the file does not say where it stood. */
  absolute(address: Address): string | null {
    return this.#old.absolute(address)
  }

  /** All pictures, also the ones that nothing shows. */
  pictures(): IterableIterator<PlannedPicture> {
    return new Set(this.#pictures.values()).values()
  }

  /** The rows; `stored`: where each picture is now, by its id. One that is not there is a link to its old address. */
  *rows(stored: ReadonlyMap<string, string>): Generator<PlannedRow> {
    const made = (kind: string, key: Key) => this.#idOf(kind, key) === importedId(this.source, kind, key)
    for (const section of this.#sections.values()) yield sectionRow(section)
    for (const item of this.#stage.of('category')) if (made('category', item.key)) yield this.#category(item)
    for (const item of this.#stage.of('tag')) if (made('tag', item.key)) yield this.#tag(item)
    for (const item of this.#stage.of('person'))
      if (made('person', item.key)) yield this.#person(item, stored)
    for (const item of pagesInOrder(this.#stage.of('page'))) yield this.#page(item, stored)
    for (const item of this.#stage.of('story')) yield this.#story(item, stored)
    yield* this.#redirects(stored)
    for (const { place, notes, email, name, receives, since } of this.#stage.of('subscriber')) {
      const status = receives ? 'active' : 'unsubscribed'
      yield {
        ...{
          table: 'subscribers',
          key: importedId('subscriber', 'email', email.toLowerCase()),
          place,
          notes,
        },
        // The address is nobody's business but the row's.
        title: 'A subscriber',
        values: {
          ...{ email, first_name: shortened(name, 120) || null, status, consent_source: 'import' },
          ...(since === null ? {} : { subscribed_at: since, unsubscribed_at: receives ? null : since }),
        },
      }
    }
  }

  // Ids, slugs and addresses ------------------------------------------------------------------------------------------

  #idOf(kind: string, key: Key): string | null {
    return this.#ids.get(`${kind} ${key}`) ?? null
  }

  /** Finds for each item the row that it is: one of an earlier import, one of the same name, or a new one with a free slug. */
  #name(
    kind: 'category' | 'tag' | 'person',
    table: 'categories' | 'tags' | 'author_profiles',
    items: Iterable<Category | Tag | Person>,
  ): void {
    const rows = this.#magazine[table]
    const ids = new Set(rows.map(({ id }) => id))
    const byName = new Map(rows.map((row) => [foldText(row.name), row]))
    const taken = new Map(rows.map(({ slug, id }) => [slug, id]))
    for (const item of items) {
      const own = importedId(this.source, kind, item.key)
      const same = ids.has(own) ? undefined : byName.get(foldText(item.name))
      const id = same?.id ?? own
      const slug = same?.slug ?? freeSlug(item, 150, (slug) => (taken.get(slug) ?? id) === id, kind)
      taken.set(slug, id)
      if (same === undefined) byName.set(foldText(item.name), { id, slug, name: item.name })
      this.#ids.set(`${kind} ${item.key}`, id)
      this.#slugs.set(`${kind} ${item.key}`, slug)
    }
  }

  /**
   * A magazine without sections gets the largest categories of the file as sections. One that has sections keeps them, and an
   * import that made some finds them again.
   */
  #chooseSections(): void {
    const stories = new Map<Key, number>()
    for (const { categories: of, publication } of this.#stage.of('story')) {
      if (!isOut(publication)) continue
      const roots = new Set(of.map((key) => rootOf(key, this.#categories)).filter((key) => key !== null))
      for (const root of roots) stories.set(root, (stories.get(root) ?? 0) + 1)
    }
    const present = new Set(this.#magazine.sections.map(({ id }) => id))
    const roots = new Set(
      this.#magazine.pages.filter((page) => page.parent_id === null).map(({ slug }) => slug),
    )
    const largest = [...stories]
      .filter(([key]) => !UNSORTED.has(this.#categories.get(key)?.slug ?? ''))
      .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      .slice(0, MAX_SECTIONS)
    for (const [place, [key]] of largest.entries()) {
      const id = importedId(this.source, 'section', key)
      const category = this.#categories.get(key)
      if (category === undefined || (present.size > 0 && !present.has(id))) continue
      const slug = freeSlug(category, 100, (one) => isPageSlug(one) && !roots.has(one), 'section')
      roots.add(slug)
      this.#sections.set(key, { id, slug, category, place: place + 1 })
    }
  }

  /** The slugs of the sections that list a category. */
  #sectionsOf({ key, name }: Category, slug: string): string[] {
    const own = this.#sections.get(rootOf(key, this.#categories) ?? '')
    if (own !== undefined) return [own.slug]
    return this.#magazine.sections
      .filter((section) => section.slug === slug || foldText(section.title) === foldText(name))
      .map((section) => section.slug)
  }

  #placePages(): void {
    const key = (parent: string | null, slug: string) => `${parent ?? ''}/${slug}`
    const taken = new Map(this.#magazine.pages.map(({ id, slug, parent_id }) => [key(parent_id, slug), id]))
    const sections = new Set([...this.#magazine.sections, ...this.#sections.values()].map(({ slug }) => slug))
    for (const item of pagesInOrder(this.#stage.of('page'))) {
      const id = importedId(this.source, 'page', item.key)
      const parent = item.parent === null ? null : this.#idOf('page', item.parent)
      const path = parent === null ? '' : (this.#paths.get(`page ${item.parent}`) ?? '')
      const isFree = (slug: string) =>
        isPageSlug(slug, parent === null ? 0 : 1) &&
        (parent !== null || !sections.has(slug)) &&
        (taken.get(key(parent, slug)) ?? id) === id
      const slug = freeSlug(item, MAX_SLUG_LENGTH, isFree, 'page')
      taken.set(key(parent, slug), id)
      this.#ids.set(`page ${item.key}`, id)
      this.#slugs.set(`page ${item.key}`, slug)
      this.#paths.set(`page ${item.key}`, `${path}/${slug}`)
    }
  }

  #placeStories(): void {
    const taken = new Map(this.#magazine.articles.map(({ id, slug }) => [slug, id]))
    for (const item of this.#stage.of('story')) {
      const id = importedId(this.source, 'story', item.key)
      const slug = freeSlug(item, MAX_SLUG_LENGTH, (one) => (taken.get(one) ?? id) === id, 'story')
      taken.set(slug, id)
      this.#ids.set(`story ${item.key}`, id)
      this.#slugs.set(`story ${item.key}`, slug)
      this.#paths.set(`story ${item.key}`, `/article/${slug}`)
    }
  }

  /** Every picture of the file, and the ones that only a text or a person names. */
  #findPictures(): void {
    for (const item of this.#stage.of('picture')) {
      const { key, address, addresses, alt, caption, credit } = item
      const picture = {
        ...{ id: importedId(this.source, 'picture', key), address, addresses },
        ...{ alt: shortened(alt, 1000), caption: shortened(caption, 2000), credit: shortened(credit, 300) },
      }
      this.#pictures.set(`key ${key}`, picture)
      for (const one of [address, ...addresses]) this.#pictures.set(one, this.#pictures.get(one) ?? picture)
    }
    const seen = (address: Address, alt = '', caption = '') => {
      if (this.#pictures.has(address)) return
      const id = importedId(this.source, 'picture at', address)
      const texts = { alt: shortened(alt, 1000), caption: shortened(caption, 2000), credit: '' }
      this.#pictures.set(address, { id, address, addresses: [], ...texts })
    }
    for (const { picture } of this.#stage.of('person')) if (picture !== null) seen(picture)
    for (const { picture, html } of this.#stage.of('story')) {
      if (picture !== null && 'address' in picture) seen(picture.address, picture.alt, picture.caption)
      for (const [src, alt] of picturesIn(html)) seen(src, alt)
    }
    for (const { html } of this.#stage.of('page')) for (const [src, alt] of picturesIn(html)) seen(src, alt)
  }

  /** Where each old address leads. */
  #leadOn(): void {
    const stories = new Map<Key, number>()
    for (const story of this.#stage.of('story')) {
      if (!isOut(story.publication)) continue
      for (const tag of story.tags) stories.set(tag, (stories.get(tag) ?? 0) + 1)
      this.#leadAll(story.addresses, this.#paths.get(`story ${story.key}`) ?? '/')
    }
    for (const page of this.#stage.of('page'))
      if (isOut(page.publication)) this.#leadAll(page.addresses, this.#paths.get(`page ${page.key}`) ?? '/')
    for (const category of this.#stage.of('category')) {
      const slug = this.#slugs.get(`category ${category.key}`) ?? ''
      const [section = 'browse'] = this.#sectionsOf(category, slug)
      const browse = `/${section}?${new URLSearchParams({ category: category.name })}`
      for (const address of category.addresses)
        this.#old.lead(address, isFeed(address) ? `/rss/${slug}.xml` : browse)
    }
    for (const tag of this.#stage.of('tag')) {
      if (isTagShown(stories.get(tag.key) ?? 0))
        this.#paths.set(`tag ${tag.key}`, tagPath(this.#slugs.get(`tag ${tag.key}`) ?? ''))
      for (const address of tag.addresses)
        this.#old.lead(
          address,
          isFeed(address) ? '/rss.xml' : (this.#paths.get(`tag ${tag.key}`) ?? searchFor(tag.name)),
        )
    }
    for (const person of this.#stage.of('person'))
      for (const address of person.addresses)
        this.#old.lead(
          address,
          isFeed(address) ? '/rss.xml' : `/author/${this.#slugs.get(`person ${person.key}`) ?? ''}`,
        )
    for (const { from, to } of this.#stage.of('redirect')) {
      const target =
        to.kind === 'address'
          ? (this.#old.targetOf(to.address) ?? this.#pictureAt(to.address) ?? this.#elsewhere(to.address))
          : (this.#paths.get(`${to.kind} ${to.key}`) ?? null)
      if (target !== null) this.#old.lead(from, target)
    }
  }

  /** The file of a picture, which has its address when it is stored. */
  #pictureAt(address: Address): string | null {
    const picture = this.#pictures.get(address)
    return picture === undefined ? null : PICTURE + picture.id
  }

  /** An address of the magazine itself, such as its feed, or of another site; null for what was on the old site only. */
  #elsewhere(address: Address): string | null {
    if (address.startsWith('/')) return isSiteAddress(address) ? address : null
    return this.#old.pathOf(address) === null ? this.#old.absolute(address) : null
  }

  #leadAll(addresses: readonly Address[], target: string): void {
    for (const address of addresses) this.#old.lead(address, target)
  }

  *#redirects(stored: ReadonlyMap<string, string>): Generator<PlannedRow> {
    const own = new Set(this.#paths.values())
    for (const { slug } of [...this.#magazine.sections, ...this.#sections.values()]) own.add(`/${slug}`)
    for (const [path, leads] of this.#old) {
      const target = leads.startsWith(PICTURE) ? stored.get(leads.slice(PICTURE.length)) : leads
      if (target === undefined || path === target || own.has(path) || path === '/' || isSiteAddress(path))
        continue
      // A redirect leads nowhere without encryption; files of the magazine are stored as paths.
      if (!leads.startsWith(PICTURE) && !/^(?:\/|https:\/\/)/.test(target)) continue
      const key = path.slice(1)
      yield {
        ...{ table: 'slug_redirects', key, title: path, place: '', notes: [] },
        values: { kind: 'custom', old_slug: key, target },
      }
    }
  }

  // Rows --------------------------------------------------------------------------------------------------------------

  #category(category: Category): PlannedRow {
    const { key, name, description, parent, place, notes } = category
    const slug = this.#slugs.get(`category ${key}`) ?? ''
    const sections = this.#sectionsOf(category, slug)
    return {
      ...{ table: 'categories', key: this.#idOf('category', key) ?? '', title: name, place },
      notes: [
        ...notes,
        ...(sections.length > 0 ? [] : [NO_SECTION]),
        ...(parent === null ? [] : [ABOVE]),
        ...cutNotes([
          ['Name', name, 120],
          ['Description', description, 2000],
        ]),
      ],
      values: {
        name: shortened(name, 120),
        slug,
        description: shortened(description, 2000) || null,
        sections,
      },
    }
  }

  #tag({ key, name, description, place, notes }: Tag): PlannedRow {
    return {
      ...{ table: 'tags', key: this.#idOf('tag', key) ?? '', title: name, place },
      notes: [...notes, ...(description === '' ? [] : [TAG_TEXT]), ...cutNotes([['Name', name, 120]])],
      values: { name: shortened(name, 120), slug: this.#slugs.get(`tag ${key}`) },
    }
  }

  #person(
    { key, name, bio, email, picture, links, place, notes }: Person,
    stored: ReadonlyMap<string, string>,
  ): PlannedRow {
    const social = Object.fromEntries(
      SOCIAL_NETWORKS.flatMap((network) => {
        const link = links.find((one) => /^https:/.test(one) && socialUrl(network, one) !== null)
        return link === undefined ? [] : [[network, link]]
      }),
    )
    return {
      ...{ table: 'author_profiles', key: this.#idOf('person', key) ?? '', title: name, place },
      notes: [
        ...notes,
        ...links.filter((one) => !Object.values(social).includes(one)).map(() => PERSON_LINK),
        ...cutNotes([
          ['Name', name, 200],
          ['Bio', bio, 4000],
        ]),
      ],
      values: {
        ...{
          name: shortened(name, 200),
          slug: this.#slugs.get(`person ${key}`),
          bio: shortened(bio, 4000) || null,
        },
        ...{ email: email || null, social_links: social },
        image_url: picture === null ? null : (stored.get(this.#pictures.get(picture)?.id ?? '') ?? null),
      },
    }
  }

  #page(page: Page, stored: ReadonlyMap<string, string>): PlannedRow {
    const { html, notes } = this.#body(page.html, stored)
    const { publication, createdAt } = page
    const isPublished = publication.state === 'published'
    const { at, updated } = times(page)
    return {
      ...{ table: 'pages', key: this.#idOf('page', page.key) ?? '', title: page.title, place: page.place },
      notes: [
        ...page.notes,
        ...notes,
        ...stateNotes(publication, 'pages'),
        ...slugNotes(page, this.#slugs.get(`page ${page.key}`)),
        ...cutNotes([
          ['Title', page.title, MAX_TITLE],
          ['SEO title', page.metaTitle, 200],
          ['Meta description', page.metaDescription, 500],
        ]),
      ],
      values: {
        ...{ title: titleOf(page), slug: this.#slugs.get(`page ${page.key}`), content: { html } },
        status: isPublished ? 'published' : publication.state === 'review' ? 'review' : 'draft',
        parent_id: page.parent === null ? null : this.#idOf('page', page.parent),
        meta_title: shortened(page.metaTitle, 200) || null,
        meta_description: shortened(page.metaDescription, 500) || null,
        ...{ created_at: createdAt ?? at ?? updated, updated_at: updated },
      },
    }
  }

  #story(story: Story, stored: ReadonlyMap<string, string>): PlannedRow {
    const { html, notes } = this.#body(story.html, stored)
    const { publication, picture } = story
    const opening =
      picture === null
        ? undefined
        : this.#pictures.get('key' in picture ? `key ${picture.key}` : picture.address)
    const image = opening === undefined ? null : (stored.get(opening.id) ?? null)
    const caption = picture !== null && 'caption' in picture ? shortened(picture.caption, 2000) : ''
    const isOutside = publication.state === 'published' || publication.state === 'scheduled'
    const { at, updated } = times(story)
    const role = this.#magazine.credit_roles.find(({ is_words }) => is_words)?.id ?? null
    const people = story.people.map((key) => this.#idOf('person', key)).filter((id) => id !== null)
    const tags = story.tags.map((key) => this.#idOf('tag', key)).filter((id) => id !== null)
    const further = story.categories.slice(1)
    const body = renderBody({ html })
    return {
      ...{
        table: 'articles',
        key: this.#idOf('story', story.key) ?? '',
        title: story.title,
        place: story.place,
      },
      notes: [
        ...story.notes,
        ...notes,
        ...stateNotes(publication, 'articles'),
        ...(further.length > 0 ? [ONE_CATEGORY] : []),
        ...(opening !== undefined && image === null ? [NO_OPENING] : []),
        ...slugNotes(story, this.#slugs.get(`story ${story.key}`)),
        ...cutNotes([
          ['Title', story.title, MAX_TITLE],
          ['Standfirst', story.standfirst, MAX_TITLE],
          ['Excerpt', story.excerpt, 2000],
          ['SEO title', story.metaTitle, 60],
          ['Meta description', story.metaDescription, 160],
        ]),
      ],
      values: {
        ...{ title: titleOf(story), slug: this.#slugs.get(`story ${story.key}`), content: { html } },
        ...{
          standfirst: shortened(story.standfirst, MAX_TITLE) || null,
          excerpt: shortened(story.excerpt, 2000) || null,
        },
        status: isOutside ? 'published' : publication.state,
        published_at: isOutside ? publication.at : null,
        featured: story.featured && isOutside,
        featured_image: image,
        captions: image === null || caption === '' ? {} : { [image]: caption },
        read_time: body.kind === 'html' ? Math.min(600, readTime(body.words)) : null,
        category_id: this.#idOf('category', story.categories[0] ?? ''),
        credits:
          role === null || people.length === 0
            ? null
            : people.slice(0, 50).map((person_id) => ({ person_id, role_id: role })),
        meta_title: shortened(story.metaTitle, 60) || null,
        meta_description: shortened(story.metaDescription, 160) || null,
        meta_keywords: story.keywords.slice(0, 100).map((word) => shortened(word, 200)),
        ...{ created_at: story.createdAt ?? at ?? updated, updated_at: updated },
        tag_ids: [...new Set(tags)].sort(),
      },
    }
  }

  /** A body with its links and pictures where they are now. */
  #body(source: string, stored: ReadonlyMap<string, string>): { html: string; notes: Note[] } {
    const notes: Note[] = []
    const tree = parseHtml(source)
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName === 'a') this.#link(node)
      if (node.tagName !== 'img' || parent === undefined || index === undefined) return
      const src = String(node.properties.src ?? '')
      const place = stored.get(this.#pictures.get(src)?.id ?? '')
      if (place === undefined) {
        notes.push({ kind: 'changed', text: `The picture ${src} could not be read and is a link` })
        parent.children[index] = asLink(node, this.#old.absolute(src) ?? src, isElement(parent, 'a'))
      } else node.properties.src = place
    })
    const html = stringify(withoutEmptyFigures(tree.children as ElementContent[]))
    if (JSON.stringify({ html }).length < MAX_BODY_BYTES / 4) return { html, notes }
    if (new TextEncoder().encode(JSON.stringify({ html })).length < MAX_BODY_BYTES) return { html, notes }
    return { html: '', notes: [...notes, { kind: 'dropped', text: 'Its text is larger than 1 MB' }] }
  }

  #link(node: Element): void {
    const href = String(node.properties.href ?? '')
    if (href.startsWith('#') || /^(mailto|tel):/.test(href)) return
    const target = this.#old.targetOf(href)
    if (target !== null) node.properties.href = target
    else node.properties.href = this.#old.absolute(href) ?? href
  }
}

/** Marks the id of a picture as the target of an old address. */
const PICTURE = 'picture '

const NO_SECTION: Note = { kind: 'changed', text: 'No section lists this category yet' }
const ONE_CATEGORY: Note = { kind: 'changed', text: 'A story has one category here: the first is kept' }
const TAG_TEXT: Note = { kind: 'dropped', text: 'A tag has no description here' }
const ABOVE: Note = { kind: 'changed', text: 'A category has none above it here' }
const PERSON_LINK: Note = {
  kind: 'dropped',
  text: 'A link of a person: only one each to Instagram, Twitter and LinkedIn stays',
}
const NO_OPENING: Note = { kind: 'dropped', text: 'The opening picture could not be read' }

/** Where readers find what has no page of its own. */
function searchFor(name: string): string {
  return `/browse?${new URLSearchParams({ search: name })}`
}

function isFeed(address: Address): boolean {
  return /(?:\/(?:feed|rss|atom)(?:\/[\w.]*)?\/?|\.(?:xml|rss|atom))(?:\?.*)?$/.test(address)
}
