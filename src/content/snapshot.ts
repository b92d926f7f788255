import { SECTIONS } from '../domain/category.ts'
import { RelatedIndex } from '../domain/related.ts'
import { authorDirectory } from './authors.ts'
import type { AuthorDirectory } from './authors.ts'
import { createCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { ViewCaches, ViewBuilder } from './view-builder.ts'
import type { ArticleDetail, AuthorDetail, PageDetail } from './view-builder.ts'
import { compareText } from './compare-text.ts'
import type { Digested } from './digest.ts'
import { createLongLists } from './long-lists.ts'
import type { LongLists } from './long-lists.ts'
import { redirectMap } from './redirects.ts'
import { pageTree } from './page-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { PictureIndex } from './pictures.ts'
import type { Changes, Row, Rows } from './rows.ts'
import { sectionCounts } from './section-counts.ts'
import type { SectionCounts } from './section-counts.ts'
import { createSitemap } from './sitemap.ts'
import type { Sitemap } from './sitemap.ts'
import { changeTables, createTables } from './tables.ts'
import type { Tables } from './tables.ts'
import { needsSocialCard } from './social-card.ts'
import type { SocialCard } from './social-card.ts'
import { Tracker } from './tracker.ts'
import type { ArticleCard, AuthorCard, CategoryRef, SiteView, SitemapEntry } from './types.ts'

/** The addresses that exist because of content. */
export interface Addresses {
  /** Slugs. */
  articles: string[]
  /** Slugs of the stories whose social image is a card with the title. */
  titleCards: string[]
  /** Last segments of the authors' addresses, all of them. */
  authors: string[]
  /** Slugs. */
  categories: string[]
  /** Paths of the pages of the database. */
  pages: string[]
  /** Paths where stories and pages have been before. */
  moved: string[]
  sitemapParts: number
  /** The lists that go on beyond their page. */
  lists: { name: string; parts: string[] }[]
}

/**
 * The published content at one moment. Pages ask it questions; it hands out no tables. Each question reports what its
 * answer shows to whoever tracks, so that nobody lists by hand what a page depends on. A snapshot's rows never change:
 * `with` makes the next one, which shares all that stayed the same. Only the index of pictures is its maker's, and may
 * have grown meanwhile: the next snapshot's digests tell. Which articles are out is the database's decision alone: a
 * clock here that differs from its clock would hide a story just published.
 */
export class Snapshot {
  /** The site's own address, without a slash at the end. */
  readonly siteUrl: string
  readonly #tables: Tables
  readonly #pictures: PictureIndex
  readonly #caches: ViewCaches
  readonly #directory: AuthorDirectory
  readonly #catalog: Catalog
  readonly #pages: PageTree
  readonly #moved: ReadonlyMap<string, string>
  readonly #items: ViewBuilder
  readonly #site: Digested<SiteView>
  readonly #tracker = new Tracker()
  readonly #kept = new Map<string, unknown>()
  /** Computed when it is first asked for, then handed on. */
  #related: RelatedIndex | null

  constructor(
    tables: Tables,
    pictures: PictureIndex,
    siteUrl: string,
    caches: ViewCaches,
    related: RelatedIndex | null,
  ) {
    this.siteUrl = siteUrl
    this.#related = related
    this.#tables = tables
    this.#pictures = pictures
    this.#caches = caches
    this.#directory = authorDirectory(tables.author_profiles.values())
    this.#catalog = createCatalog(tables, this.#directory)
    this.#pages = pageTree(tables.pages)
    this.#moved = redirectMap(tables, this.#catalog, this.#pages)
    this.#items = new ViewBuilder(tables, this.#catalog, pictures, caches)
    this.#site = this.#items.site()
  }

  /** The snapshot after these changes. */
  with(changes: Changes): Snapshot {
    const { put = [], gone = [] } = changes.articles ?? {}
    for (const id of gone) this.#caches.forget(id)
    const related =
      put.length + gone.length === 0 ? this.#related : (this.#related?.update(put, gone) ?? null)
    const tables = changeTables(this.#tables, changes)
    return new Snapshot(tables, this.#pictures, this.siteUrl, this.#caches, related)
  }

  /** Runs `read` and says what the answers it got were made of. */
  track<T>(read: () => T): { value: T; reads: string[] } {
    return this.#tracker.track(read)
  }

  /** What `compute` gave when this snapshot was first asked for it. */
  keep<T>(name: string, compute: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, compute())
    return this.#kept.get(name) as T
  }

  #cards(question: string, rows: readonly Row<'articles'>[]): ArticleCard[] {
    return this.#tracker.all(
      question,
      rows.map((row) => this.#items.card(row)),
    )
  }

  #card(question: string, row: Row<'articles'> | null | undefined): ArticleCard | null {
    return this.#tracker.one(question, row && this.#items.card(row))
  }

  site(): SiteView {
    this.#tracker.plain('address', this.siteUrl)
    return this.#tracker.one('site', this.#site) ?? this.#site.value
  }

  /** The article marked as hero, else the newest. */
  hero(): ArticleCard | null {
    return this.#card('hero', this.#catalog.hero)
  }

  /** Featured articles, most recently changed first. */
  featured(limit: number): ArticleCard[] {
    return this.#cards('featured', this.#catalog.featured.slice(0, limit))
  }

  latest(limit: number): ArticleCard[] {
    return this.#cards('latest', this.#catalog.byDate.slice(0, limit))
  }

  /** The newest articles of the section page at `path`. */
  newestIn(path: string, limit: number): ArticleCard[] {
    return this.#cards('newest', this.#catalog.ofSection.get(path)?.slice(0, limit) ?? [])
  }

  /** The section page at `path`, its first `limit` articles; null when there is no such section. */
  section(path: string, limit: number): (SectionCounts & { articles: ArticleCard[] }) | null {
    const section = SECTIONS.find((candidate) => candidate.path === path)
    if (section === undefined) return null
    const all = (this.#catalog.ofSection.get(path) ?? []).map((row) => this.#items.card(row).value)
    const counts = this.#tracker.plain('counts', sectionCounts(section, all))
    return { ...counts, articles: this.newestIn(path, limit) }
  }

  article(slug: string): ArticleDetail | null {
    const row = this.#catalog.bySlug.get(slug)
    return this.#tracker.one('article', row && this.#items.article(row))
  }

  /** The social card of a story without a picture; null for any other. */
  titleCard(slug: string): SocialCard | null {
    const row = this.#catalog.bySlug.get(slug)
    const card = row && this.#items.card(row).value
    if (card === undefined || !needsSocialCard(card)) return this.#tracker.plain('title card', null)
    const { title, emphasis, category } = card
    return this.#tracker.plain('title card', {
      title,
      emphasis,
      category: category && { name: category.name, color: category.color },
      siteName: this.#site.value.siteName,
    })
  }

  /** The articles most like this one, best first (reader spec §9). */
  related(id: string, limit: number): ArticleCard[] {
    const { articles } = this.#tables
    this.#related ??= RelatedIndex.of(articles.values())
    const rows = this.#related.related(id, limit).map((other) => articles.get(other))
    return this.#cards(
      'related',
      rows.filter((row) => row !== undefined),
    )
  }

  /** The articles of its category published just before and just after this one. */
  neighbours(id: string): { previous: ArticleCard | null; next: ArticleCard | null } {
    const { ofCategory, place } = this.#catalog
    const siblings = ofCategory.get(this.#tables.articles.get(id)?.category_id ?? '') ?? []
    const index = place.get(id) ?? siblings.length
    return {
      previous: this.#card('previous', siblings[index + 1]),
      next: this.#card('next', siblings[index - 1]),
    }
  }

  authors(): AuthorCard[] {
    const items = this.#directory.entries.map((entry) => this.#items.author(entry))
    return this.#tracker.all('authors', items).map(({ card }) => card)
  }

  /** The author at any of their addresses (slug, id, hyphenated name), with the newest `limit` of their articles. */
  author(key: string, limit: number): { detail: AuthorDetail; articles: ArticleCard[] } | null {
    const entry = this.#directory.byKey.get(key)
    const detail = this.#tracker.one('author', entry && this.#items.author(entry))
    if (entry === undefined || detail === null) return null
    const rows = this.#catalog.ofAuthor.get(entry.key) ?? []
    return { detail, articles: this.#cards('articles', rows.slice(0, limit)) }
  }

  /** One part of a list that is longer than its page, with the name of the next older one; null when there is none. */
  listPart(name: string, part: string): { articles: ArticleCard[]; older: string | null } | null {
    const found = this.#lists().get(name)?.get(part)
    if (found === undefined) return this.#tracker.plain('part', null)
    return {
      articles: this.#cards('list', found.rows),
      older: this.#tracker.plain('older', found.older),
    }
  }

  #lists(): LongLists {
    return this.keep('lists', () => createLongLists(this.#catalog, (row) => this.#items.card(row).value))
  }

  /** What the list of all articles can be filtered by, and how many articles there are. */
  filters(): { categories: string[]; authors: string[]; total: number } {
    const names = [...this.#catalog.writers.keys()].map(
      (id) => this.#tables.profiles.get(id)?.full_name?.trim() ?? '',
    )
    return this.#tracker.plain('filters', {
      categories: [...this.#tables.categories.values()].map(({ name }) => name).sort(compareText),
      authors: [...new Set(names)].filter((name) => name !== '').sort(compareText),
      total: this.#catalog.byDate.length,
    })
  }

  /** The published page of the database at `path`. */
  page(path: string): PageDetail | null {
    const row = this.#pages.byPath.get(path)
    return this.#tracker.one('page', row && this.#items.page(row, this.#pages.pathOf))
  }

  /** Where the story or page that was at `path` is now; null when nothing has moved from there. */
  redirect(path: string): string | null {
    return this.#tracker.plain('redirect', this.#moved.get(path) ?? null)
  }

  /** The newest articles, of one category if `slug` names it. Null when there is no such category. */
  feed(
    slug: string | null,
    limit: number,
  ): { category: CategoryRef | null; articles: ArticleDetail[] } | null {
    const row = slug === null ? null : this.#category(slug)
    if (row === undefined) return null
    const category = row && { name: row.name, slug: row.slug, color: row.color }
    this.#tracker.plain('category', category)
    const rows = (row === null ? this.#catalog.byDate : this.#catalog.ofCategory.get(row.id)) ?? []
    const items = rows.slice(0, limit).map((article) => this.#items.article(article))
    return { category, articles: this.#tracker.all('feed', items) }
  }

  #category(slug: string): Row<'categories'> | undefined {
    for (const row of this.#tables.categories.values()) if (row.slug === slug) return row
    return undefined
  }

  /** One file of the site map, counted from 1; empty when there is none. */
  sitemap(part: number): SitemapEntry[] {
    return this.#tracker.one('sitemap', this.#sitemap().parts[part - 1]) ?? []
  }

  /** The latest change in each file of the site map. */
  sitemapParts(): readonly (string | null)[] {
    return this.#tracker.plain('sitemap parts', this.#sitemap().lastmods)
  }

  #sitemap(): Sitemap {
    return this.keep('sitemap', () => createSitemap(this.#catalog, this.#directory, this.#pages))
  }

  addresses(): Addresses {
    return {
      articles: this.#catalog.byDate.map(({ slug }) => slug),
      titleCards: this.#catalog.byDate
        .filter(({ featured_image: image }) => image === null || !this.#pictures.has(image))
        .map(({ slug }) => slug),
      authors: [...this.#directory.byKey.keys()],
      categories: [...this.#tables.categories.values()].map(({ slug }) => slug),
      pages: [...this.#pages.byPath.keys()],
      moved: [...this.#moved.keys()],
      sitemapParts: this.#sitemap().parts.length,
      lists: [...this.#lists()].map(([name, parts]) => ({ name, parts: [...parts.keys()] })),
    }
  }
}

/** The first snapshot: all rows, what is known of their pictures, and the site's address. */
export function createSnapshot(rows: Rows, pictures: PictureIndex, siteUrl: string): Snapshot {
  return new Snapshot(createTables(rows), pictures, siteUrl, new ViewCaches(), null)
}
