import type { SupabaseClient } from '@supabase/supabase-js'
import type * as z from 'zod/mini'
import { SOCIAL_NETWORKS, socialUrl } from '../domain/people/author.ts'
import { slugify } from '../domain/sections/slug.ts'
import { bylineText } from '../domain/story/credit.ts'
import { isAhead } from '../domain/story/article-state.ts'
import { shownAddress } from '../domain/media/media-address.ts'
import { foldText } from '../domain/text/fold-text.ts'
import { type MenuTarget, type MenuLink as StoredLink, SITE_PAGES } from '../domain/site/menu.ts'
import { wordsOf } from '../words/words.ts'
import type {
  Category,
  Item,
  LeftOut,
  Menu,
  MenuLink,
  Note,
  Page,
  Person,
  Picture,
  Publication,
  Redirect,
  SourceMagazine,
  Story,
  Tag,
  Target,
} from '../import/description.ts'
import { leavingBody } from './body.ts'
import { Library, byCreation, captionOf } from './library.ts'
import { type LeavingFormat, type LossName, lossNotes } from './losses.ts'
import {
  type Article,
  type PageRow,
  type SmallTables,
  pagePlace,
  readAccountNames,
  readPages,
  readSmallTables,
  readStories,
  rowsOf,
  storyPlace,
} from './rows.ts'

export interface LeavingOptions {
  format: LeavingFormat
  /** Where the magazine stands, without a slash at the end: 'https://magazine.example'. */
  siteUrl: string
  /** The address of a file of the library in the export. */
  addressOf: (storagePath: string) => string
  now: Date
}

/** A magazine as the items of an export, and the files of its library. */
export interface Leaving {
  library: Library
  /** The time zone and language of its dates. */
  zone: string
  language: string
  /** Each call reads the texts anew, page by page. What an item names comes before it. */
  items: () => AsyncGenerator<Item>
}

/** Reads a magazine to leave with: everything of which the number of texts decides the size comes when it is asked for. */
export async function openLeaving(service: SupabaseClient, options: LeavingOptions): Promise<Leaving> {
  const tables = await readSmallTables(service)
  const accounts = await readAccountNames(service)
  const library = new Library(tables.media, tables.settings.language, options.now)
  const magazine = new MagazineItems(service, tables, accounts, library, options)
  return {
    library,
    zone: tables.settings.time_zone ?? 'UTC',
    language: tables.settings.language,
    items: () => magazine.all(),
  }
}

type Place = z.infer<typeof storyPlace>

class MagazineItems {
  readonly #service: SupabaseClient
  readonly #tables: SmallTables
  readonly #accounts: ReadonlyMap<string, string>
  readonly #library: Library
  readonly #options: LeavingOptions
  /** The key of the category that stands for a section, by the section's slug. */
  readonly #sections = new Map<string, string>()
  readonly #ownRedirects: ReadonlyMap<string, string[]>

  constructor(
    service: SupabaseClient,
    tables: SmallTables,
    accounts: ReadonlyMap<string, string>,
    library: Library,
    options: LeavingOptions,
  ) {
    this.#service = service
    this.#tables = tables
    this.#accounts = accounts
    this.#library = library
    this.#options = options
    this.#ownRedirects = Map.groupBy(
      tables.slug_redirects.filter(({ article_id, page_id }) => (article_id ?? page_id) !== null),
      ({ article_id, page_id }) => article_id ?? page_id ?? '',
    )
      .entries()
      .reduce(
        (all, [id, rows]) =>
          all.set(
            id,
            rows.map((row) => row.old_path),
          ),
        new Map<string, string[]>(),
      )
  }

  async *all(): AsyncGenerator<Item> {
    const stories: Place[] = []
    for await (const row of rowsOf(this.#service, 'articles', storyPlace)) stories.push(row)
    yield this.#magazine()
    yield* this.#categories()
    for (const tag of this.#tables.tags) yield this.#tag(tag)
    yield* this.#pictures()
    yield* this.#people(stories)
    yield* this.#pages()
    yield* this.#stories(stories)
    yield* this.#menus()
    yield* this.#redirects()
  }

  #notes(...names: readonly (LossName | false)[]): Note[] {
    return names.flatMap((name) => (name === false ? [] : lossNotes(name, this.#options.format)))
  }

  #at(path: string): string {
    return this.#options.siteUrl + path
  }

  #magazine(): SourceMagazine {
    const { site_name, tagline, language } = this.#tables.settings
    return {
      ...{ kind: 'magazine', key: 'magazine', place: 'site_settings', notes: [] },
      ...{ name: site_name, tagline, language, address: this.#options.siteUrl },
    }
  }

  // Lists -------------------------------------------------------------------------------------------------------------

  /** The sections as categories of the first level, and below each its own; one of a section's name is the section. */
  *#categories(): Generator<Category> {
    const { sections, categories } = this.#tables
    const taken = new Set(categories.map(({ slug }) => slug))
    const own = new Map<string, string>()
    for (const section of sections.toSorted((a, b) => a.position - b.position)) {
      const isItself = ({ slug, name, sections: of }: (typeof categories)[number]) =>
        of.includes(section.slug) && (slug === section.slug || foldText(name) === foldText(section.title))
      const same = categories.find(isItself)
      this.#sections.set(section.slug, same?.id ?? section.id)
      if (same !== undefined) own.set(same.id, section.slug)
      else {
        const slug = taken.has(section.slug) ? `${section.slug}-section` : section.slug
        yield {
          ...{ kind: 'category', key: section.id, place: `section ${section.slug}`, parent: null },
          notes: this.#notes('section', 'sectionFolder'),
          ...{ name: section.title, slug, description: section.description },
          addresses: [this.#at(`/${section.slug}`)],
        }
      }
    }
    const isRoot = ({ id }: { id: string }) => own.has(id)
    for (const category of [...categories.filter(isRoot), ...categories.filter((one) => !isRoot(one))]) {
      const [first, ...more] = category.sections.filter((slug) => this.#sections.has(slug))
      const section = own.get(category.id)
      yield {
        ...{ kind: 'category', key: category.id, place: `category ${category.slug}` },
        notes: this.#notes(
          more.length > 0 && 'moreSections',
          category.color !== STANDARD_COLOUR && 'colour',
          section !== undefined && 'section',
          section !== undefined && 'sectionFolder',
        ),
        ...{ name: category.name, slug: category.slug, description: category.description ?? '' },
        parent: section !== undefined || first === undefined ? null : (this.#sections.get(first) ?? null),
        addresses: [
          ...(section === undefined ? [] : [this.#at(`/${section}`)]),
          this.#at(`/rss/${category.slug}.xml`),
        ],
      }
    }
  }

  #tag({ id, name, slug }: SmallTables['tags'][number]): Tag {
    const addresses = [this.#at(`/tag/${slug}`)]
    return { kind: 'tag', key: id, place: `tag ${slug}`, notes: [], name, slug, description: '', addresses }
  }

  // People ------------------------------------------------------------------------------------------------------------

  /** The people of the magazine, and the accounts that own stories without a person of their own. */
  *#people(stories: readonly Place[]): Generator<Person> {
    const { author_profiles } = this.#tables
    for (const row of author_profiles) {
      const links = SOCIAL_NETWORKS.flatMap((network) => {
        const handle = row.social_links[network]
        return (typeof handle === 'string' ? socialUrl(network, handle) : null) ?? []
      })
      yield {
        ...{ kind: 'person', key: row.id, place: `author ${row.slug}`, name: row.name.trim() },
        notes: this.#notes(
          row.email !== null && 'email',
          (row.role !== null || row.team_position !== null) && 'job',
          links.length > 1 && 'links',
        ),
        ...{ slug: row.slug, bio: row.bio ?? '', email: '', links },
        picture: row.image_url === null ? null : this.#fileAddress(row.image_url),
        addresses: [this.#at(`/author/${row.slug}`)],
      }
    }
    const known = new Set(author_profiles.map(({ profile_id }) => profile_id))
    const slugs = new Set(author_profiles.map(({ slug }) => slug))
    const named = stories.filter((story) => story.credits === null && !isTrashed(story))
    for (const id of new Set(named.map(({ author_id }) => author_id))) {
      const name = this.#accounts.get(id ?? '')
      if (id === null || name === undefined || known.has(id)) continue
      const base = slugify(name) || `author-${id.slice(0, 8)}`
      const slug = slugs.has(base) ? `${base}-${id.slice(0, 8)}` : base
      yield {
        ...{ kind: 'person', key: id, place: `account ${name}`, notes: [], name, slug },
        ...{ bio: '', email: '', picture: null, links: [], addresses: [] },
      }
    }
  }

  /** The address in the export of a file that a row names. */
  #fileAddress(address: string): string {
    const file = this.#library.at(address)
    return file === undefined ? this.#absolute(address) : this.#options.addressOf(file.storagePath)
  }

  #absolute(address: string): string {
    return address.startsWith('/') ? this.#at(address) : address
  }

  *#pictures(): Generator<Picture | LeftOut> {
    for (const { id, name } of this.#library.withdrawn)
      yield this.#leftOut({ key: id, place: `file ${name}`, what: 'File', title: name, loss: 'withdrawn' })
    for (const file of this.#library.files) {
      yield {
        ...{ kind: 'picture', key: file.id, place: `file ${file.storagePath}`, addresses: [] },
        notes: this.#notes(file.hasMore && 'rights', file.credit !== '' && 'credit'),
        ...{ address: this.#options.addressOf(file.storagePath), alt: file.alt },
        ...{ caption: captionOf(file), credit: '' },
      }
    }
  }

  #leftOut({
    loss,
    ...item
  }: Pick<LeftOut, 'key' | 'place' | 'what' | 'title'> & { loss: LossName }): LeftOut {
    const [note] = this.#notes(loss)
    return { kind: 'left out', notes: [], ...item, why: note?.text ?? '' }
  }

  // Texts -------------------------------------------------------------------------------------------------------------

  async *#pages(): AsyncGenerator<Page> {
    const all: { id: string; parent_id: string | null; created_at: string }[] = []
    for await (const row of rowsOf(this.#service, 'pages', pagePlace)) all.push(row)
    const ids = parentsFirst(all.toSorted(byCreation)).map(({ id }) => id)
    const paths = new Map<string, string>()
    for await (const row of readPages(this.#service, ids)) {
      const path = `${row.parent_id === null ? '' : (paths.get(row.parent_id) ?? '')}/${row.slug}`
      paths.set(row.id, path)
      yield this.#page(row, path)
    }
  }

  #page(row: PageRow, path: string): Page {
    const withdrawn = row.withdrawn_files
    const body = leavingBody(
      { content: row.content, captions: {}, facts: [], gallery: [], lastLine: '', withdrawn },
      this.#bodyContext(),
    )
    const publication: Publication =
      row.status === 'published'
        ? { state: 'published', at: row.created_at }
        : { state: row.status, why: null }
    return {
      ...{ kind: 'page', key: row.id, place: `page ${path}`, title: row.title, slug: row.slug },
      notes: this.#notes(
        ...body.losses,
        withdrawn.length > 0 && 'withdrawn',
        row.status === 'review' && 'review',
        (row.excerpt ?? '') !== '' && 'pageExcerpt',
      ),
      ...{ html: body.html, publication, createdAt: row.created_at, modifiedAt: row.modified_at },
      ...{ metaTitle: row.meta_title ?? '', metaDescription: row.meta_description ?? '' },
      addresses: [path, ...(this.#ownRedirects.get(row.id) ?? [])].map((one) => this.#at(one)),
      parent: row.parent_id,
    }
  }

  #bodyContext() {
    return {
      library: this.#library,
      language: this.#tables.settings.language,
      addressOf: this.#options.addressOf,
      absolute: (address: string) => this.#absolute(address),
    }
  }

  async *#stories(stories: readonly Place[]): AsyncGenerator<Story | LeftOut> {
    for (const { id, title } of stories.filter(isTrashed))
      yield this.#leftOut({ key: id, place: 'the trash', what: 'Story', title, loss: 'trash' })
    const ids = stories
      .filter((story) => !isTrashed(story))
      .toSorted(byCreation)
      .map(({ id }) => id)
    for await (const row of readStories(this.#service, ids)) yield this.#story(row)
  }

  #story(row: Article): Story {
    const { people, others } = this.#byline(row)
    const body = leavingBody(
      {
        ...{
          content: row.content,
          captions: row.captions,
          facts: row.facts,
          gallery: this.#shownGallery(row),
        },
        ...{ lastLine: others, withdrawn: row.withdrawn_files },
      },
      this.#bodyContext(),
    )
    const isOut = row.status === 'published' && row.published_at !== null
    const picture = this.#opening(row)
    return {
      ...{ kind: 'story', key: row.id, place: `/article/${row.slug}`, title: row.title, slug: row.slug },
      notes: this.#notes(...body.losses, ...storyLosses(row, picture)),
      html: body.html,
      publication: publicationOf(row, this.#options.now),
      createdAt: isOut ? row.published_at : row.created_at,
      modifiedAt: row.modified_at,
      ...{ metaTitle: row.meta_title ?? '', metaDescription: row.meta_description ?? '' },
      addresses: [`/article/${row.slug}`, ...(this.#ownRedirects.get(row.id) ?? [])].map((one) =>
        this.#at(one),
      ),
      ...{ standfirst: row.standfirst ?? '', excerpt: row.excerpt ?? '', people },
      categories: row.category_id === null ? [] : [row.category_id],
      tags: row.article_tags.map(({ tag_id }) => tag_id).sort(),
      ...{ keywords: row.meta_keywords, picture, featured: row.featured },
    }
  }

  #shownGallery({ gallery, withdrawn_files }: Article): string[] {
    return gallery.filter((address) => shownAddress(address, withdrawn_files) !== null)
  }

  #opening({ featured_image, withdrawn_files, captions }: Article): Story['picture'] {
    const address = shownAddress(featured_image, withdrawn_files)
    if (address === null) return null
    const file = this.#library.at(address)
    const own = captions[address] ?? ''
    if (file !== undefined && own === '') return { key: file.id }
    const caption = captionOf({ caption: own, credit: file?.credit ?? '' })
    return { address: this.#fileAddress(address), alt: file?.alt ?? '', caption }
  }

  /** The people of the words, and a line that names all others. */
  #byline({ credits, author_id }: Article): { people: string[]; others: string } {
    const { author_profiles, credit_roles, settings } = this.#tables
    if (credits === null) {
      const own = author_profiles.find(({ profile_id }) => profile_id === author_id && author_id !== null)
      const owner = own?.id ?? (author_id !== null && this.#accounts.has(author_id) ? author_id : null)
      return { people: owner === null ? [] : [owner], others: '' }
    }
    const names = new Map(author_profiles.map(({ id, name }) => [id, name.trim()]))
    const groups = credit_roles
      .filter(({ is_words }) => !is_words)
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, byline }) => ({
        byline,
        people: credits
          .filter(({ role_id }) => role_id === id)
          .flatMap(({ person_id }) => ({ name: names.get(person_id) ?? '' }))
          .filter(({ name }) => name !== ''),
      }))
      .filter(({ people }) => people.length > 0)
    const words = new Set(credit_roles.filter(({ is_words }) => is_words).map(({ id }) => id))
    return {
      people: credits.filter(({ role_id }) => words.has(role_id)).map(({ person_id }) => person_id),
      others: bylineText(groups, settings.date_language ?? settings.language),
    }
  }

  // Ways --------------------------------------------------------------------------------------------------------------

  *#menus(): Generator<Menu | LeftOut> {
    for (const menu of this.#tables.menus) {
      if (menu.id === 'searches') {
        if (menu.items.length > 0)
          yield this.#leftOut({
            key: 'searches',
            place: 'menus',
            what: 'Menu',
            title: 'searches',
            loss: 'searches',
          })
        continue
      }
      const notes: Note[] = []
      const links =
        menu.id === 'header'
          ? this.#links(menu.items, notes)
          : menu.items.map(({ title, links: inside }) => ({
              ...{ label: title, to: { kind: 'address', address: '#' } as const },
              links: this.#links(inside, notes),
            }))
      yield { kind: 'menu', key: menu.id, place: 'menus', notes, name: menu.id, at: menu.id, links }
    }
    // The header while nobody has made one.
    if (this.#tables.menus.every(({ id }) => id !== 'header')) {
      const shown = this.#tables.sections
        .filter(({ in_navigation }) => in_navigation)
        .toSorted((a, b) => a.position - b.position)
      const links = shown.flatMap(({ slug, title }): MenuLink[] => {
        const key = this.#sections.get(slug)
        return key === undefined ? [] : [{ label: title, to: { kind: 'category', key }, links: [] }]
      })
      if (links.length > 0)
        yield {
          kind: 'menu',
          key: 'header',
          place: 'sections',
          notes: [],
          name: 'header',
          at: 'header',
          links,
        }
    }
  }

  #links(stored: readonly StoredLink[], notes: Note[]): MenuLink[] {
    return stored.flatMap(({ label, to }) => {
      const target = this.#target(to)
      if (target === null) notes.push(...this.#notes('sitePage'))
      return target === null ? [] : [{ label: label ?? this.#titleOf(to), to: target, links: [] }]
    })
  }

  #target(to: MenuTarget): Target | null {
    switch (to.kind) {
      case 'address':
        return { kind: 'address', address: to.url }
      case 'site':
        return KEPT_PAGES.has(to.page) ? { kind: 'address', address: this.#at(SITE_PAGES[to.page]) } : null
      case 'section': {
        const slug = this.#tables.sections.find(({ id }) => id === to.id)?.slug
        const key = slug === undefined ? undefined : this.#sections.get(slug)
        return key === undefined ? null : { kind: 'category', key }
      }
      case 'author':
        return { kind: 'person', key: to.id }
      default:
        return { kind: to.kind, key: to.id }
    }
  }

  /** What a link without words is called; '' where the other system has the title. */
  #titleOf(to: MenuTarget): string {
    switch (to.kind) {
      case 'site':
        return wordsOf(this.#tables.settings.language).sitePages[to.page]
      case 'address':
        return to.url
      case 'section':
        return this.#tables.sections.find(({ id }) => id === to.id)?.title ?? ''
      case 'category':
        return this.#tables.categories.find(({ id }) => id === to.id)?.name ?? ''
      case 'tag':
        return this.#tables.tags.find(({ id }) => id === to.id)?.name ?? ''
      case 'author':
        return this.#tables.author_profiles.find(({ id }) => id === to.id)?.name ?? ''
      default:
        return ''
    }
  }

  /** Old addresses of all but stories and pages, which have theirs. */
  *#redirects(): Generator<Redirect> {
    for (const { kind, old_path, target, entity_id, article_id, page_id } of this.#tables.slug_redirects) {
      if ((article_id ?? page_id) !== null) continue
      const to = this.#redirectTarget(kind, entity_id, target)
      if (to === null) continue
      yield {
        ...{ kind: 'redirect', key: old_path, place: `redirect ${old_path}`, from: this.#at(old_path), to },
        notes: this.#notes('redirect'),
      }
    }
  }

  #redirectTarget(kind: string, entity: string | null, target: string | null): Target | null {
    if (target !== null) return { kind: 'address', address: target }
    if (entity === null) return null
    if (kind === 'section') {
      const slug = this.#tables.sections.find(({ id }) => id === entity)?.slug
      return slug === undefined ? null : { kind: 'address', address: `/${slug}` }
    }
    if (kind === 'author') return { kind: 'person', key: entity }
    if (kind === 'tag') return { kind, key: entity }
    const slug = this.#tables.categories.find(({ id }) => id === entity)?.slug
    return slug === undefined ? null : { kind: 'address', address: `/rss/${slug}.xml` }
  }
}

const isTrashed = ({ deleted_at }: Place): boolean => deleted_at !== null

/** The colour that a category has when nobody chose one. */
const STANDARD_COLOUR = '#6366f1'

/** Pages of the site itself that any site has. */
const KEPT_PAGES: ReadonlySet<string> = new Set(['home', 'about', 'contact', 'privacy', 'terms'])

function publicationOf({ status, published_at }: Article, now: Date): Publication {
  if (status !== 'published') return { state: status, why: null }
  if (published_at === null) return { state: 'draft', why: null }
  return { state: isAhead(published_at, now) ? 'scheduled' : 'published', at: published_at }
}

function storyLosses(row: Article, picture: Story['picture']): (LossName | false)[] {
  const isOut = row.status === 'published'
  return [
    row.status === 'archived' && 'archived',
    row.status === 'archived' && 'archivedDraft',
    row.status === 'review' && 'review',
    !isOut && row.publish_at !== null && 'plannedDate',
    isOut &&
      row.published_at !== null &&
      Date.parse(row.created_at) !== Date.parse(row.published_at) &&
      'beginning',
    row.withdrawn_files.length > 0 && 'withdrawn',
    (row.title_emphasis ?? '') !== '' && 'emphasis',
    row.opening !== null && 'opening',
    row.colour !== null && 'storyColour',
    picture !== null && 'caption' in picture && picture.caption !== '' && 'openingWords',
    row.hero && 'hero',
    row.category_id === null && 'noCategory',
  ]
}

/** Pages with their parents before them; of a circle, each as it comes. */
function parentsFirst<Row extends { id: string; parent_id: string | null }>(rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const done = new Set<string>()
  const place = (row: Row): Row[] => {
    if (done.has(row.id)) return []
    done.add(row.id)
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    return [...(parent === undefined ? [] : place(parent)), row]
  }
  return rows.flatMap(place)
}
