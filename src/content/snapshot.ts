import { SECTIONS, sectionButtons } from '../domain/category.ts'
import { RESERVED_PAGE_SLUGS } from '../domain/slug.ts'
import { authorDirectory } from './authors.ts'
import { compareText } from './compare-text.ts'
import type { AuthorDirectory } from './authors.ts'
import { createCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { articlePath, Caches, Cells } from './cells.ts'
import type { ArticleDetail, AuthorDetail, PageDetail } from './cells.ts'
import type { Cell } from './digest.ts'
import { digest } from './digest.ts'
import { pageTree } from './page-tree.ts'
import type { PageTree } from './page-tree.ts'
import type { PictureIndex } from './pictures.ts'
import type { Changes, Row, Rows } from './rows.ts'
import { SITEMAP_PART_SIZE, sitemapEntries } from './sitemap.ts'
import { changeTables, createTables } from './tables.ts'
import type { Tables } from './tables.ts'
import type { ArticleCard, AuthorCard, CategoryRef, SiteView, SitemapEntry } from './types.ts'

/** The first articles of a section page, newest first, with what its buttons need to know of all of them. */
export interface SectionList {
  articles: ArticleCard[]
  total: number
  buttons: string[]
  /** Articles per button; in the Design Journal a button counts the articles with the tag of its name. */
  counts: Record<string, number>
}

/** The addresses that exist because of content. */
export interface Addresses {
  articles: string[]
  authors: string[]
  categories: string[]
  pages: string[]
  /** Old addresses of articles and pages that have moved. */
  moved: string[]
  sitemapParts: number
}

/**
 * The published content at one moment. Pages ask it questions; it hands out no tables. Each question reports what its
 * answer shows to the reader that `track` has installed, so that nobody lists by hand what a page depends on.
 * A snapshot never changes: `with` makes the next one, which shares all that stayed the same.
 */
export class Snapshot {
  /** The site's own address, without a slash at the end. */
  readonly siteUrl: string
  readonly #tables: Tables
  readonly #pictures: PictureIndex
  readonly #caches: Caches
  readonly #directory: AuthorDirectory
  readonly #catalog: Catalog
  readonly #pages: PageTree
  readonly #moved: ReadonlyMap<string, string>
  readonly #cells: Cells
  readonly #site: Cell<SiteView>
  readonly #kept = new Map<string, unknown>()
  #reads: string[] | null = null

  constructor(tables: Tables, pictures: PictureIndex, siteUrl: string, caches: Caches) {
    this.siteUrl = siteUrl
    this.#tables = tables
    this.#pictures = pictures
    this.#caches = caches
    this.#directory = authorDirectory(tables.author_profiles.values())
    this.#catalog = createCatalog(tables, this.#directory)
    this.#pages = pageTree(tables.pages)
    this.#moved = movedAddresses(tables, this.#catalog, this.#pages)
    this.#cells = new Cells(tables, this.#catalog, pictures, caches)
    this.#site = this.#cells.site()
  }

  /** The snapshot after these changes. */
  with(changes: Changes): Snapshot {
    return new Snapshot(changeTables(this.#tables, changes), this.#pictures, this.siteUrl, this.#caches)
  }

  /** Runs `read` and says what its questions' answers were made of, in the order they were asked. */
  track<T>(read: () => T): { value: T; reads: string[] } {
    const outer = this.#reads
    const reads: string[] = []
    this.#reads = reads
    try {
      return { value: read(), reads }
    } finally {
      this.#reads = outer
    }
  }

  /** What `compute` gave when this snapshot was first asked for it. */
  keep<T>(name: string, compute: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, compute())
    return this.#kept.get(name) as T
  }

  #answer<T>(question: string, cells: readonly Cell<T>[]): T[] {
    this.#reads?.push(question)
    return cells.map((item) => {
      this.#reads?.push(item.digest)
      return item.value
    })
  }

  #one<T>(question: string, item: Cell<T> | null): T | null {
    this.#reads?.push(question)
    if (item === null) return null
    this.#reads?.push(item.digest)
    return item.value
  }

  #note(fact: unknown): void {
    this.#reads?.push(JSON.stringify(fact))
  }

  #cards(question: string, rows: readonly Row<'articles'>[]): ArticleCard[] {
    return this.#answer(
      question,
      rows.map((row) => this.#cells.card(row)),
    )
  }

  site(): SiteView {
    this.#note(this.siteUrl)
    this.#reads?.push(this.#site.digest)
    return this.#site.value
  }

  /** The article marked as hero, else the newest. */
  hero(): ArticleCard | null {
    const row = this.#catalog.hero
    return this.#one('hero', row && this.#cells.card(row))
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
  section(path: string, limit: number): SectionList | null {
    const section = SECTIONS.find((candidate) => candidate.path === path)
    if (section === undefined) return null
    const rows = this.#catalog.ofSection.get(path) ?? []
    const { buttons, counts } = this.keep(`section ${path}`, () => {
      const found = new Map<string, number>()
      for (const row of rows) {
        const { category, tags } = this.#cells.card(row).value
        for (const name of section.kind === 'journal' ? tags : [category?.name ?? '']) {
          found.set(name, (found.get(name) ?? 0) + 1)
        }
      }
      const names = sectionButtons(section, found.keys())
      return { buttons: names, counts: Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0])) }
    })
    this.#note([rows.length, counts])
    return { articles: this.#cards('section', rows.slice(0, limit)), total: rows.length, buttons, counts }
  }

  article(slug: string): ArticleDetail | null {
    const row = this.#catalog.bySlug.get(slug)
    return this.#one('article', row === undefined ? null : this.#cells.article(row))
  }

  /** The articles published just before and just after this one. */
  neighbours(id: string): { previous: ArticleCard | null; next: ArticleCard | null } {
    const { byDate, position } = this.#catalog
    const index = position.get(id)
    const at = (offset: -1 | 1) => {
      const row = index === undefined ? undefined : byDate[index + offset]
      return row === undefined ? null : this.#cells.card(row)
    }
    return { previous: this.#one('previous', at(1)), next: this.#one('next', at(-1)) }
  }

  /** The stories most like this one, best first. */
  related(_id: string, _limit: number): ArticleCard[] {
    return this.#cards('related', [])
  }

  authors(): AuthorCard[] {
    const { entries } = this.#directory
    return this.#answer(
      'authors',
      entries.map((entry) => this.#cells.author(entry)),
    ).map(({ card }) => card)
  }

  /** The author at any of their addresses (slug, id, hyphenated name), with all of their articles. */
  author(key: string): { detail: AuthorDetail; articles: ArticleCard[] } | null {
    const entry = this.#directory.byKey.get(key)
    const detail = this.#one('author', entry === undefined ? null : this.#cells.author(entry))
    if (entry === undefined || detail === null) return null
    return { detail, articles: this.#cards('articles', this.#catalog.ofAuthor.get(entry.key) ?? []) }
  }

  /** What the filters of the list of all articles offer, and how many articles there are. */
  filters(): { categories: string[]; authors: string[]; total: number } {
    const filters = this.keep('filters', () => {
      const names = [...this.#catalog.writers.keys()].map(
        (id) => this.#tables.profiles.get(id)?.full_name?.trim() ?? '',
      )
      return {
        categories: [...this.#tables.categories.values()].map(({ name }) => name).sort(compareText),
        authors: [...new Set(names)].filter((name) => name !== '').sort(compareText),
        total: this.#catalog.byDate.length,
      }
    })
    this.#note(filters)
    return filters
  }

  /** The published page of the database at `path`. */
  page(path: string): PageDetail | null {
    const row = this.#pages.byPath.get(path)
    return this.#one('page', row === undefined ? null : this.#cells.page(row, this.#pages.pathOf))
  }

  /** Where the story or page that was at `path` is now; null when nothing has moved from there. */
  redirect(path: string): string | null {
    const target = this.#moved.get(path) ?? null
    this.#note(target)
    return target
  }

  /** The newest articles, of one category if `slug` names it. Null when there is no such category. */
  feed(
    slug: string | null,
    limit: number,
  ): { category: CategoryRef | null; articles: ArticleDetail[] } | null {
    const category = slug === null ? null : this.#category(slug)
    if (category === undefined) return null
    this.#note(category && [category.name, category.slug])
    const rows = category === null ? this.#catalog.byDate : (this.#catalog.ofCategory.get(category.id) ?? [])
    const articles = this.#answer(
      'feed',
      rows.slice(0, limit).map((row) => this.#cells.article(row)),
    )
    return {
      category: category && { name: category.name, slug: category.slug, color: category.color },
      articles,
    }
  }

  #category(slug: string): Row<'categories'> | undefined {
    return this.keep('categories', () => {
      return new Map([...this.#tables.categories.values()].map((row) => [row.slug, row]))
    }).get(slug)
  }

  /** One file of the site map, counted from 1. */
  sitemap(part: number): SitemapEntry[] {
    const parts = this.#sitemap()
    const found = parts[part - 1]
    return this.#one('sitemap', found ?? null) ?? []
  }

  /** The latest change in each file of the site map. */
  sitemapParts(): (string | null)[] {
    const latest = this.#sitemap().map(({ value }) => {
      return value.reduce<string | null>(
        (max, { lastmod }) => (max === null || (lastmod ?? '') > max ? lastmod : max),
        null,
      )
    })
    this.#note(latest)
    return latest
  }

  #sitemap(): Cell<SitemapEntry[]>[] {
    return this.keep('sitemap', () => {
      const entries = sitemapEntries(this.#catalog, this.#directory, this.#pages)
      const parts: Cell<SitemapEntry[]>[] = []
      for (let start = 0; start < entries.length; start += SITEMAP_PART_SIZE) {
        const value = entries.slice(start, start + SITEMAP_PART_SIZE)
        parts.push({
          value,
          digest: digest(value.map(({ path, lastmod }) => `${path} ${lastmod}`).join('\n')),
        })
      }
      return parts
    })
  }

  addresses(): Addresses {
    return {
      articles: this.#catalog.byDate.map(({ slug }) => slug),
      authors: [...this.#directory.byKey.keys()],
      categories: [...this.#tables.categories.values()].map(({ slug }) => slug),
      pages: [...this.#pages.byPath.keys()],
      moved: [...this.#moved.keys()],
      sitemapParts: this.#sitemap().length,
    }
  }
}

/** The old addresses that nothing else has taken, with where each leads. */
function movedAddresses(tables: Tables, catalog: Catalog, pages: PageTree): ReadonlyMap<string, string> {
  const moved = new Map<string, string>()
  for (const { kind, old_slug, article_id, page_id } of tables.slug_redirects.values()) {
    const article = kind === 'article' && article_id !== null ? tables.articles.get(article_id) : undefined
    const to = article
      ? articlePath(article.slug)
      : kind === 'page' && page_id !== null
        ? pages.pathOf.get(page_id)
        : undefined
    const from = kind === 'article' ? articlePath(old_slug) : `/${old_slug}`
    const taken =
      kind === 'article'
        ? catalog.bySlug.has(old_slug)
        : pages.byPath.has(from) || RESERVED_PAGE_SLUGS.has(old_slug)
    if (to !== undefined && !taken) moved.set(from, to)
  }
  return moved
}

/** The first snapshot: all rows, what is known of their pictures, and the site's address. */
export function createSnapshot(rows: Rows, pictures: PictureIndex, siteUrl: string): Snapshot {
  return new Snapshot(createTables(rows), pictures, siteUrl, new Caches())
}
