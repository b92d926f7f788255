import type { Content } from './content.ts'
import { ContentReader } from './content-reader.ts'
import { ContentChange } from './content-change.ts'
import { digest, keyHash } from './database/digest.ts'
import {
  type AddedPage,
  type PageRow,
  conflict,
  PageAddresses,
  pageAt,
  typeOf,
} from './addresses/page-addresses.ts'
import { type AnyParams, type PageContent, pathnameOf } from './pages/page-type.ts'
import { authorPage } from './pages/author.ts'
import { letterPage, letterPicturePage } from './pages/letters.ts'
import { PAGE_TYPES } from './pages/registry.ts'
import type { Read } from './reads.ts'
import type { Entity } from './rows.ts'

/** An address of the site. */
export interface SitePage {
  pathname: string
  route: string
  /** The variable parts of the address, as `getStaticPaths` returns them. */
  params: AnyParams
}

/** What is recorded of a page that is written. */
export interface PageRecord {
  pathname: string
  /** Changes exactly when something that the page shows changes. */
  digest: string
  /** The hashes of the keys of all that it read. */
  reads: number[]
}

/** What a page shows, with what is recorded of it. */
export interface EvaluatedPage extends PageRecord {
  content: PageContent
}

/** A page that a change would have written or removed. */
export interface PredictedPage extends SitePage {
  kind: 'new' | 'changed' | 'removed'
  /** The article that it is made of, or the list; '' for a page of its own. */
  source: string
  /** What it read that the change would change. */
  reads: Read[]
}

/** The processor time in which a prediction may evaluate pages. */
const MAX_PREDICT_MS = 1_000

/** The processor time that this thread has taken, in ms. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The number for changes that belong to no build, as in a cold build; builds are numbered from 1. */
const NO_BUILD = 0

/** The routes of the pages that each article has. */
const ARTICLE_ROUTES = new Set(
  PAGE_TYPES.filter(({ isOfArticles }) => isOfArticles).map(({ route }) => route),
)

/** Values of the column `stale`. A page that perhaps is stale has to be evaluated to tell. */
const FRESH = 0
const STALE = 1
const PERHAPS_STALE = 2

/** By priority; new pages first within a priority. */
const WRITTEN_ORDER = 'rank, digest is not null, type, n'

/** Stale pages that are kept as they were evaluated. */
const MAX_EVALUATED = 100

/**
 * The pages of the site, and which of them are stale: written otherwise than they are now. A page is evaluated again only
 * when something that it read when it was last evaluated has changed, and is stale if it then shows something else.
 */
export class SitePages {
  readonly #content: Content
  readonly #addresses: PageAddresses
  /** The processor time of this thread at which evaluating pages is aborted: a publish may be waiting. */
  #untilCpuMs = Infinity
  /** What every page shows: when it changes, no page needs to be evaluated to tell. */
  #site: string
  /** The build that changes are made for. */
  #build = NO_BUILD
  /** Stale pages as the last change evaluated them, by number: they are rendered next. */
  readonly #evaluated = new Map<number, EvaluatedPage>()

  constructor(content: Content) {
    this.#content = content
    this.#addresses = new PageAddresses(content)
    this.#site = this.#siteView()
  }

  get #db() {
    return this.#content.db
  }

  /** Makes the addresses of a database that has none, each of them stale. */
  addAll(build = NO_BUILD): void {
    this.#build = build
    this.#db.transaction(() => {
      const ids = this.#db.all<{ id: string }>('select id from article').map(({ id }) => id)
      this.#refresh(new ContentChange(ids), true)
    })
  }

  /** Marks the pages that show something else after a change, which is made for a build. */
  apply(change: ContentChange, build = NO_BUILD): void {
    this.#build = build
    this.#db.transaction(() => this.#refresh(change, false))
  }

  /**
   * The pages that a change would have written or removed, in writing order. Call it in a transaction that is rolled
   * back. Throws when it takes too long.
   */
  predict(change: ContentChange): PredictedPage[] {
    const before = this.#changedPages()
    const lastPage = this.#db.get<{ n: number | null }>('select max(n) as n from page')?.n ?? 0
    this.#untilCpuMs = threadCpuMs() + MAX_PREDICT_MS
    return this.dryRun(change, () => {
      this.#evaluatePerhapsStale({})
      const changed = new Map(Array.from(change.reads.values(), (read) => [keyHash(read.key), read]))
      const others = Array.from(this.#changedPages()).filter(([n, gone]) => before.get(n) !== gone)
      const rows = this.#db.all<PageRow>(
        `select * from page where n in (select value from json_each(?)) order by gone, ${WRITTEN_ORDER}`,
        JSON.stringify(others.map(([n]) => n)),
      )
      return rows.map((row) => {
        const recorded = this.#db.all<{ name: number }>('select name from page_read where page = ?', row.n)
        const isNew = row.n > lastPage || before.get(row.n) === 1
        return {
          ...sitePage(row),
          kind: row.gone ? 'removed' : isNew ? 'new' : 'changed',
          source: row.source,
          reads: recorded.map(({ name }) => changed.get(name)).filter((read) => read !== undefined),
        }
      })
    })
  }

  /** Runs `work` with the pages as they are after a change. Call it in a transaction that is rolled back. */
  dryRun<T>(change: ContentChange, work: () => T): T {
    const site = this.#site
    try {
      return this.#addresses.dryRun(() => {
        this.apply(change)
        return work()
      })
    } finally {
      this.#site = site
      this.#untilCpuMs = Infinity
      this.#evaluated.clear()
    }
  }

  /** Page numbers that have to be written or removed; the value says whether to remove. */
  #changedPages(): Map<number, number> {
    const rows = this.#db.all<{ n: number; gone: number }>(
      'select n, gone from page where stale union all select n, gone from page where gone',
    )
    return new Map(rows.map(({ n, gone }) => [n, gone]))
  }

  /** Clears what is kept in memory. Call it after a rollback, or when the content was read again. */
  forget(): void {
    this.#addresses.forget()
    this.#evaluated.clear()
    this.#site = this.#siteView()
  }

  #refresh(change: ContentChange, isFirst: boolean): void {
    this.#evaluated.clear()
    this.#content.keptViews.forgetChanged(change)
    const { added, removed } = this.#addresses.changedBy(change, isFirst)
    // Which addresses there are is read, too.
    this.#content.keptViews.forgetChanged(change)
    for (const { n } of removed.values()) this.#remove(n)
    for (const [pathname, page] of added) this.#add(pathname, page)
    const site = this.#siteView()
    if (site === this.#site) this.#markPerhapsStale(change)
    else this.#db.run('update page set stale = ?, build = ? where not gone', STALE, this.#build)
    this.#site = site
  }

  /** What every page shows, as text. */
  #siteView(): string {
    return JSON.stringify(new ContentReader(this.#content).site())
  }

  #add(pathname: string, { type, params, source }: AddedPage): void {
    const known = this.#db.get<PageRow>('select * from page where pathname = ?', pathname)
    if (known?.gone === 0) throw conflict(pathname, typeOf(known), type)
    this.#db.run(
      `insert into page (pathname, type, params, source, rank, stale, gone, build, pictures)
       values (?, ?, ?, ?, ?, ${STALE}, 0, ?, '[]')
       on conflict do update set type = excluded.type, params = excluded.params, source = excluded.source,
         rank = excluded.rank, digest = null, stale = ${STALE}, gone = 0, build = excluded.build`,
      pathname,
      PAGE_TYPES.indexOf(type),
      JSON.stringify(params),
      source,
      type.rank,
      this.#build,
    )
  }

  #remove(n: number): void {
    this.#db.run('update page set gone = 1, stale = ?, build = ? where n = ?', FRESH, this.#build, n)
    this.#db.run('delete from page_read where page = ?', n)
  }

  /** Marks the pages that read something that changed: a new story changes hundreds of reads, so in one statement. */
  #markPerhapsStale({ reads: changed }: ContentChange): void {
    this.#db.run(
      `update page set stale = iif(stale, stale, ${PERHAPS_STALE}), build = ?
       where not gone and n in
         (select page from page_read where name in (select value from json_each(?)))`,
      this.#build,
      JSON.stringify(Array.from(changed.keys(), keyHash)),
    )
  }

  /** Evaluates the wanted pages that are perhaps stale: each is stale, or shows the same as before. */
  #evaluatePerhapsStale({ sinceBuild = NO_BUILD, isWanted }: WantedPages): void {
    this.#db.transaction(() => {
      for (const row of this.#db.all<PageRow>(
        'select * from page where stale and stale = ? and build >= ?',
        PERHAPS_STALE,
        sinceBuild,
      )) {
        if (isWanted?.(sitePage(row)) === false) continue
        if (threadCpuMs() > this.#untilCpuMs) throw new Error('too many pages to predict')
        const page = this.#tryToEvaluate(row)
        if (page?.digest === row.digest) this.#record(page)
        else {
          this.#db.run('update page set stale = ? where n = ?', STALE, row.n)
          if (page !== null && this.#evaluated.size < MAX_EVALUATED) this.#evaluated.set(row.n, page)
        }
      }
    })
  }

  /** Null when the page cannot be evaluated: rendering it will tell why. */
  #tryToEvaluate(row: PageRow): EvaluatedPage | null {
    try {
      return this.#evaluate(row)
    } catch {
      return null
    }
  }

  #evaluate(row: PageRow): EvaluatedPage {
    const reader = new ContentReader(this.#content)
    const content = typeOf(row).content(reader, JSON.parse(row.params) as AnyParams)
    const hashes = Array.from(reader.end(), keyHash)
    return { pathname: row.pathname, content, digest: digest(JSON.stringify(content)), reads: hashes }
  }

  /** The page at an address, given as Astro does by its route and parameters. Throws when there is none. */
  evaluate(route: string, params: Readonly<Record<string, string | undefined>>): EvaluatedPage {
    const pathname = pathnameOf(route, params)
    const row = pageAt(this.#db, pathname)
    if (row === undefined || typeOf(row).route !== route) {
      throw new Error(`No page type in src/content/pages has ${pathname} of ${route}`)
    }
    return this.#evaluated.get(row.n) ?? this.#evaluate(row)
  }

  /** The page at a pathname; null when there is none. */
  at(pathname: string): SitePage | null {
    const row = pageAt(this.#db, pathname)
    return row === undefined ? null : sitePage(row)
  }

  /** The addresses of a route. */
  addresses(route: string): SitePage[] {
    return PAGE_TYPES.flatMap((type, index) => {
      if (type.route !== route) return []
      return this.#db
        .all<PageRow>('select * from page where type = ? and not gone order by n', index)
        .map(sitePage)
    })
  }

  /** The number of pages that are stale, or may be: `stale` tells. */
  countStale({ sinceBuild = NO_BUILD }: WantedPages = {}): number {
    const sql = 'select count(*) as count from page where stale and build >= ?'
    return this.#db.get<{ count: number }>(sql, sinceBuild)?.count ?? 0
  }

  /**
   * Up to `limit` stale pages, excluding `except`, by priority; new pages first within a priority. Pages beyond the limit
   * are not evaluated.
   */
  stale(limit: number, except: readonly string[], wanted: WantedPages = {}): SitePage[] {
    const { sinceBuild = NO_BUILD, isWanted } = wanted
    this.#evaluatePerhapsStale(wanted)
    const pages = this.#db
      .all<PageRow>(
        `select * from page where stale and stale = ? and build >= ?
           and pathname not in (select value from json_each(?))
         order by ${WRITTEN_ORDER} limit ?`,
        STALE,
        sinceBuild,
        JSON.stringify(except),
        isWanted ? -1 : limit,
      )
      .map(sitePage)
    return isWanted ? pages.filter(isWanted).slice(0, limit) : pages
  }

  /** The pages whose files have to be removed, each with its source: see PredictedPage. */
  gone({ sinceBuild = NO_BUILD }: WantedPages = {}): (SitePage & { source: string })[] {
    const rows = this.#db.all<PageRow>('select * from page where gone and build >= ?', sinceBuild)
    return rows.map((row) => ({ ...sitePage(row), source: row.source }))
  }

  all(): SitePage[] {
    return this.#db.all<PageRow>('select * from page').map(sitePage)
  }

  /** The copies of pictures that the page named when it was written last. */
  picturesOf(pathname: string): string[] {
    const row = this.#db.get<{ pictures: string }>('select pictures from page where pathname = ?', pathname)
    return JSON.parse(row?.pictures ?? '[]') as string[]
  }

  /** The copies of pictures that written pages name, each with the number of these pages. */
  pictureUses(): [file: string, pages: number][] {
    const rows = this.#db.all<{ file: string; pages: number }>(
      'select value as file, count(*) as pages from page, json_each(pictures) group by value',
    )
    return rows.map(({ file, pages }) => [file, pages])
  }

  /** Whether a written page has read this. */
  isRead({ key }: Read): boolean {
    return this.#db.get('select 1 from page_read where name = ? limit 1', keyHash(key)) !== undefined
  }

  /** Records that a page was written as it was evaluated, with the copies of pictures that it names. */
  written(record: PageRecord, pictures: readonly string[]): void {
    this.#db.run('update page set pictures = ? where pathname = ?', JSON.stringify(pictures), record.pathname)
    this.#record(record)
  }

  /** Skips a stale page until it shows something else. */
  skip(pathname: string): void {
    const row = pageAt(this.#db, pathname)
    if (row === undefined) return
    this.#record(this.#evaluate(row))
  }

  #record({ pathname, digest: shown, reads: recorded }: PageRecord): void {
    const page = pageAt(this.#db, pathname)
    if (page === undefined) return
    this.#evaluated.delete(page.n)
    this.#db.run('update page set digest = ?, stale = ? where n = ?', shown, FRESH, page.n)
    const stored = this.#db.all<{ name: number }>('select name from page_read where page = ?', page.n)
    const before = new Set(stored.map(({ name }) => name))
    const after = new Set(recorded)
    for (const name of before.difference(after)) {
      this.#db.run('delete from page_read where name = ? and page = ?', name, page.n)
    }
    for (const name of after.difference(before)) {
      this.#db.run('insert into page_read values (?, ?)', name, page.n)
    }
  }

  /** Records that the files of pages are removed. */
  removed(pathnames: readonly string[]): void {
    this.#db.transaction(() => {
      for (const pathname of pathnames) this.#db.run('delete from page where pathname = ? and gone', pathname)
    })
  }

  /** Marks the written pages that `isWanted` accepts as stale. */
  invalidate(isWanted: (page: SitePage) => boolean): void {
    const rows = this.#db.all<PageRow>('select * from page where stale <> ? and not gone', STALE)
    this.#db.transaction(() => {
      for (const row of rows) {
        if (isWanted(sitePage(row))) this.#db.run('update page set stale = ? where n = ?', STALE, row.n)
      }
    })
  }

  /** The row that a page is about; null for a page of several rows, or of none. */
  owner({ route, params, pathname }: SitePage): { entity: Entity; id: string } | null {
    const { slug = '' } = params
    const { authors, pages } = this.#content
    const owner = (entity: Entity, id: string | null | undefined) => (id ? { entity, id } : null)
    if (ARTICLE_ROUTES.has(route)) return owner('articles', this.#content.idOfSlug(slug))
    if (route === letterPage.route || route === letterPicturePage.route)
      return owner('letters', this.#content.letter(slug)?.id)
    if (route === authorPage.route) return owner('author_profiles', authors.byKey.get(slug)?.row?.id)
    return owner('pages', pages.byPath.get(pathname)?.id)
  }
}

/** A filter of pages: made stale or removed by this build or a later one, and accepted by `isWanted`. */
interface WantedPages {
  sinceBuild?: number
  isWanted?: (page: SitePage) => boolean
}

function sitePage(row: PageRow): SitePage {
  return {
    pathname: row.pathname,
    route: typeOf(row).route,
    params: JSON.parse(row.params) as AnyParams,
  }
}
