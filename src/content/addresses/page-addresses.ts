import { updateChunks } from '../lists/chunk-records.ts'
import type { Content } from '../content.ts'
import type { ContentChange } from '../content-change.ts'
import { ContentReader } from '../content-reader.ts'
import type { Database } from '../database/database.ts'
import { listChunkPage } from '../pages/list-chunk.ts'
import { type AnyParams, type PageType, pathnameOf, required } from '../pages/page-type.ts'
import { redirectPage } from '../pages/redirects/redirect.ts'
import { PAGE_TYPES } from '../pages/registry.ts'
import { reads } from '../reads.ts'
import { updateRedirects } from './redirect-records.ts'

/** A row of the table `page`: see database.ts. */
export interface PageRow {
  n: number
  pathname: string
  type: number
  params: string
  source: string
  digest: string | null
  gone: number
}

export interface AddedPage {
  type: PageType
  params: AnyParams
  source: string
}

/** The source of pages that are made of no single article or list. */
const NO_SOURCE = ''

/** The page types that list all their addresses; the addresses of other types follow from other pages. */
const ENUMERATED = PAGE_TYPES.filter(
  (type) => !type.isOfArticles && type !== listChunkPage && type !== redirectPage,
)

export function typeOf({ type }: Pick<PageRow, 'type'>): PageType {
  return required(PAGE_TYPES[type], `page type ${type}`)
}

/** The page at an address that is not removed. */
export function pageAt(db: Database, pathname: string): PageRow | undefined {
  return db.get<PageRow>('select * from page where pathname = ? and not gone', pathname)
}

/** Which addresses the site has. */
export class PageAddresses {
  readonly #content: Content
  /** The keys of what the addresses of a type were made of. */
  #reads = new Map<PageType, ReadonlySet<string>>()

  constructor(content: Content) {
    this.#content = content
  }

  /** Clears what is kept in memory. Call it after a rollback, or when the content was read again. */
  forget(): void {
    this.#reads.clear()
  }

  /** Forgets what `work` made known. */
  dryRun<T>(work: () => T): T {
    const kept = new Map(this.#reads)
    try {
      return work()
    } finally {
      this.#reads = kept
    }
  }

  /**
   * The pages that come and go with a change. Adds the chunks and redirects that are different to the change. `isFirst`:
   * whether there are no pages yet. Throws when two pages would have one address.
   */
  changedBy(change: ContentChange, isFirst: boolean): AddressChange {
    const content = this.#content
    const pages = new AddressChange(content.db)
    updateChunks(content, change, (list, { put, removed }) =>
      pages.setChunks(list, [...put], [...put, ...removed]),
    )
    for (const type of PAGE_TYPES) {
      if (!type.isOfArticles) continue
      for (const id of change.articles) pages.set(type, id, type.addresses(new ContentReader(content), id))
    }
    for (const type of ENUMERATED) {
      if (this.#reads.get(type)?.isDisjointFrom(change.reads)) continue
      const reader = new ContentReader(content)
      pages.set(type, NO_SOURCE, type.addresses(reader))
      this.#reads.set(type, reader.end())
    }
    updateRedirects(content, change, pages.added.size + pages.removed.size > 0, (path) => pages.typeAt(path))
    if (isFirst || change.isChanged(reads.redirects())) {
      pages.set(redirectPage, NO_SOURCE, redirectPage.addresses(new ContentReader(content)))
    }
    return pages
  }
}

/** The pages that come and go with one change. */
export class AddressChange {
  /** By address. */
  readonly added = new Map<string, AddedPage>()
  /** By number. */
  readonly removed = new Map<number, PageRow>()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Takes `all` for the addresses that a type has of one source. */
  set(type: PageType, source: string, all: Iterable<AnyParams>): void {
    const index = PAGE_TYPES.indexOf(type)
    const sql = 'select * from page where type = ? and source = ?'
    this.#compare(type, source, all, this.#db.all<PageRow>(sql, index, source))
  }

  /** Records which of the `changed` chunks a list has now: the ones in `present`. */
  setChunks(list: string, present: readonly string[], changed: readonly string[]): void {
    const params = (chunk: string) => ({ list, chunk })
    const stored = changed.flatMap((chunk) => {
      const pathname = pathnameOf(listChunkPage.route, params(chunk))
      return this.#db.get<PageRow>('select * from page where pathname = ?', pathname) ?? []
    })
    this.#compare(listChunkPage, list, present.map(params), stored)
  }

  #compare(type: PageType, source: string, all: Iterable<AnyParams>, stored: readonly PageRow[]): void {
    const before = new Map(stored.map((row) => [row.pathname, row]))
    for (const params of all) {
      const pathname = pathnameOf(type.route, params)
      const row = before.get(pathname)
      before.delete(pathname)
      if (row?.gone === 0) continue
      const other = this.added.get(pathname)
      if (other) throw conflict(pathname, other.type, type)
      this.added.set(pathname, { type, params, source })
    }
    for (const row of before.values()) if (row.gone === 0) this.removed.set(row.n, row)
  }

  /** The type of the page that is at an address after the change. */
  typeAt(pathname: string): PageType | undefined {
    const page = pageAt(this.#db, pathname)
    return this.added.get(pathname)?.type ?? (page && !this.removed.has(page.n) ? typeOf(page) : undefined)
  }
}

export function conflict(pathname: string, a: PageType, b: PageType): Error {
  return new Error(`${pathname} is an address of ${a.route} and of ${b.route}`)
}
