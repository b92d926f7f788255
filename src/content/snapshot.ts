import { type AuthorDirectory, authorDirectory } from './authors.ts'
import { type Catalog, createCatalog } from './catalog.ts'
import type { Digested } from './digest.ts'
import { type PageTree, pageTree } from './page-tree.ts'
import type { PictureIndex } from './pictures.ts'
import { RelatedIndex } from './related/related-index.ts'
import { type Changes, type Row, type Rows, type Tables, changeTables, createTables } from './rows.ts'
import type { SiteView } from './types.ts'
import { ViewBuilder, ViewCaches } from './view-builder.ts'

/**
 * The published content at one moment. Pages read it only through `read` (see page-type.ts), which records what they
 * show. A snapshot's rows never change: `with` makes the next one, which shares all that stayed the same. The caller
 * may add to the index of pictures; the digests of the next snapshot include what was added. The database alone decides
 * which articles are published: a clock here could differ from its clock and hide a new story.
 */
export class Snapshot {
  /** The site's own address, without a slash at the end. */
  readonly siteUrl: string
  readonly tables: Tables
  readonly pictures: PictureIndex
  readonly authors: AuthorDirectory
  readonly catalog: Catalog
  readonly pages: PageTree
  readonly views: ViewBuilder
  readonly site: Digested<SiteView>
  readonly #caches: ViewCaches
  readonly #memo = new Map<string, unknown>()
  /** Computed when first used, then passed on to the next snapshot. */
  #related: RelatedIndex | null

  constructor(
    tables: Tables,
    pictures: PictureIndex,
    siteUrl: string,
    caches: ViewCaches,
    related: RelatedIndex | null,
  ) {
    this.siteUrl = siteUrl
    this.tables = tables
    this.pictures = pictures
    this.authors = authorDirectory(tables.author_profiles.values())
    this.catalog = createCatalog(tables, this.authors)
    this.pages = pageTree(tables.pages)
    this.views = new ViewBuilder(tables, this.catalog, pictures, caches)
    this.site = this.views.site()
    this.#caches = caches
    this.#related = related
  }

  /** The snapshot after these changes. */
  with(changes: Changes): Snapshot {
    const { put = [], gone = [] } = changes.articles ?? {}
    for (const id of gone) this.#caches.forget(id)
    const related =
      put.length + gone.length === 0 ? this.#related : (this.#related?.update(put, gone) ?? null)
    const tables = changeTables(this.tables, changes)
    return new Snapshot(tables, this.pictures, this.siteUrl, this.#caches, related)
  }

  /** The articles most like this one, best first. */
  related(id: string, limit: number): Row<'articles'>[] {
    const { articles } = this.tables
    this.#related ??= RelatedIndex.of(articles.values())
    return this.#related
      .related(id, limit)
      .map((other) => articles.get(other))
      .filter((row) => row !== undefined)
  }

  /** What `compute` returned at the first call for `name`; stored with this snapshot. */
  memo<T>(name: string, compute: () => T): T {
    if (!this.#memo.has(name)) this.#memo.set(name, compute())
    return this.#memo.get(name) as T
  }
}

/** The first snapshot: all rows, what is known of their pictures, and the site's address. */
export function createSnapshot(rows: Rows, pictures: PictureIndex, siteUrl: string): Snapshot {
  return new Snapshot(createTables(rows), pictures, siteUrl, new ViewCaches(), null)
}
