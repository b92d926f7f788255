/** The published content and its pages, in a process of its own: see renderer.ts. */
import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { publicClient } from '../../backend/client.ts'
import { rightsXmp } from '../../domain/media/media-rights.ts'
import type { Prediction } from '../../domain/newsroom/prediction.ts'
import { type ContentEvent, changesAmong, loadChanged, loadDifferences } from '../../content/load.ts'
import type { PictureChanges } from '../../content/content-update.ts'
import { pictureKey } from '../../content/content.ts'
import type { PageContent } from '../../content/pages/page-type.ts'
import { ICON_PAGES } from '../../content/pages/icons.ts'
import { letterPicturePage } from '../../content/pages/letters.ts'
import { socialCardPage } from '../../content/pages/social-card.ts'
import { newsUntil } from '../../content/lists/news.ts'
import { reads } from '../../content/reads.ts'
import { predictChange } from '../../content/prediction.ts'
import { type PreviewedPage, previewPage } from '../../content/preview.ts'
import type { PageRecord, SitePage } from '../../content/site-pages.ts'
import type { PictureFile } from '../../content/pictures/pictures.ts'
import { openOrReplace } from '../../content/database/sqlite-database.ts'
import { setRenderContext } from '../../content/render-context.ts'
import {
  type Changes,
  type Entity,
  type SkippedRow,
  type Row,
  type RowChanges,
  isEntity,
} from '../../content/rows.ts'
import {
  type Site,
  addAllPages,
  changeSite,
  loadContent,
  openSiteDatabase,
} from '../../content/database/site-database.ts'
import type { BegunBuild } from '../database/outbox.ts'
import type { WantedPicture } from '../pictures/store.ts'
import {
  changedRows,
  isCopiedPicture,
  mayNamePictures,
  pictureFilesIn,
  pictureUrlsOf,
} from '../pictures/urls.ts'
import { type Tasks, serveTasks } from '../../node/worker-process.ts'
import { type WarmBundle, loadBundle } from './astro-adapter.ts'
import { type RowKey, rowKeyOf } from './row-key.ts'
import { createIconRenderer } from './icons/renderer.ts'
import { createLetterPictureRenderer } from './letter-picture/renderer.ts'
import { createSocialCardRenderer, socialCardCopy } from './social-card/renderer.ts'

export interface RenderSettings {
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  distDir: string
  /** Where the content and the record of written pages are kept. */
  databaseFile: string
  /** Of the code: content that other code has stored is loaded anew. */
  codeDigest: string
  bundleFolder: string
  socialCardFolder: string
  /** Where the copies of pictures are made. */
  pictureFolder: string
}

/** What was read of the content. */
export interface ContentRead {
  skipped: SkippedRow[]
  pictures: WantedPicture[]
}

/** A page that is written otherwise than it is now. */
export interface StalePage extends SitePage {
  file: string
  /** The story, page or author that it shows; null for a page of several. */
  owner: RowKey | null
  /** The copy of a picture that it is drawn with, which has to be made before; null: none. */
  copy: string | null
}

/** A rendered page with its record: the copies of pictures that it names, and the ones that it named `before`. */
export interface RenderedPage {
  bytes: Uint8Array
  record: PageRecord
  pictures: string[]
  before: string[]
}

/** A page that was written, with the copies of pictures that it names. */
export interface WrittenPage {
  record: PageRecord
  pictures: string[]
}

/**
 * Which pages to plan. `firstRows`: only the home page and the pages of these rows, while one of them is stale.
 * `sinceBuild`: only pages that this build or a later one changed; 0: all.
 */
export interface PlannedPages {
  firstRows?: ReadonlySet<string> | undefined
  sinceBuild: number
}

/** A change that the database made, described and rolled back: the events of its outbox, and the rows they name, by table. */
export interface TriedChange {
  events: ContentEvent[]
  rows: Record<string, Record<string, unknown>[]>
}

/** A page as it would be after a change that is not made. */
export interface Preview {
  /** Null: there would be no page at the address. */
  bytes: Uint8Array | null
  /** The copies of pictures that it names. */
  copies: string[]
  /** The copy of a picture that it is drawn with, which has to be made before; null: none, or it is made. */
  missingCopy: string | null
  /** The rows of the change that could not be published. */
  skipped: SkippedRow[]
  /** The pictures of the changed rows. */
  pictures: WantedPicture[]
  /** How long its steps took: what the page shows, and the page itself. */
  ms: { content: number; page: number }
}

/** Pages in one plan: at most as many reach readers together. */
const MAX_PLANNED = 5_000

/** How long after the start of the process the index of related articles is restored. */
const RELATED_DELAY_MS = 2_000

let settings: RenderSettings
let client: ReturnType<typeof publicClient>
let site: Site
let bundle: WarmBundle
/** The build that changes are made for. */
let build = 0
/** Whether the content has been loaded, but not its pages made. */
let isNew = false
let changes: Changes = {}
/** The pages of the last plan, by file. */
let planned: ReadonlyMap<string, SitePage> = new Map()
/** The page that is drawn as it would be after a change; null while pages of the plan are drawn. */
let previewed: PreviewedPage | null = null
/** The records of the pages that were evaluated since the last plan, by address. */
const evaluated = new Map<string, PageRecord>()
/** The version of the content that this process has, where it only renders. */
let shownVersion: number | null = null

/** Opens the stored content; false when there is none of this code and this backend. */
function openStored(): boolean {
  site = openSiteDatabase(settings.databaseFile, settings.siteUrl)
  return site.content.db.getMeta('made for') === madeFor()
}

const madeFor = (): string => [settings.codeDigest, settings.supabaseUrl, settings.siteUrl].join(' ')

async function openDatabase(): Promise<boolean> {
  await mkdir(dirname(settings.databaseFile), { recursive: true })
  // It has nothing that cannot be loaded again.
  return openOrReplace(settings.databaseFile, openStored)
}

/** Gives Astro the addresses and the content of its pages. */
function provideContent(): void {
  const readCopy = (file: string) => readFile(join(settings.pictureFolder, file))
  const renderCard = createSocialCardRenderer(settings.socialCardFolder, readCopy)
  const renderPreviewedCard = createSocialCardRenderer(null, readCopy)
  setRenderContext({
    renderIcon: createIconRenderer(readCopy),
    renderLetterPicture: createLetterPictureRenderer(readCopy),
    renderSocialCard: (card) => (previewed === null ? renderCard : renderPreviewedCard)(card),
    // The addresses of the planned pages: Astro looks up a page among the addresses of its route.
    staticPaths: (route) =>
      [...(previewed === null ? planned.values() : [previewed])]
        .filter((page) => page.route === route)
        .map(({ params }) => ({ params })),
    page(route, params) {
      if (previewed !== null) return previewed.content
      const { content, ...record } = site.pages.evaluate(route, params)
      evaluated.set(record.pathname, record)
      return content
    },
  })
}

function setPlanned(pages: ReadonlyMap<string, SitePage>): void {
  planned = pages
  bundle.forgetPaths()
  evaluated.clear()
}

/** The copies of pictures that a file names. Their names are ASCII: as UTF-8 it would take several times as long to read. */
function copiesNamedIn(bytes: Uint8Array): string[] {
  return [...pictureFilesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))]
}

async function render(file: string): Promise<RenderedPage> {
  const page = planned.get(file)
  if (page === undefined) throw new Error(`${file} is not in the plan`)
  const bytes = await bundle.render(page)
  const record = evaluated.get(page.pathname)
  if (record === undefined) throw new Error(`${page.pathname} was rendered without its content`)
  return {
    bytes,
    record,
    pictures: mayNamePictures(file) ? copiesNamedIn(bytes) : [],
    before: site.pages.picturesOf(page.pathname),
  }
}

/**
 * The addresses among `urls` whose pictures get copies, with the XMP of their rows. `coming`: changes of rows that are not
 * applied yet.
 */
function wantedPictures(urls: Iterable<string>, coming: Changes = changes): WantedPicture[] {
  const changed = new Map(coming.media?.put.map((row) => [row.storage_path, row]))
  return [...new Set(urls)].flatMap((url): WantedPicture[] => {
    const row = changed.get(pictureKey(url)) ?? site.content.media(url)
    if (!isCopiedPicture(url, settings.supabaseUrl, row)) return []
    return [[url, row === undefined ? null : rightsXmp(row)]]
  })
}

/** The known pictures whose XMP changes. */
function pictureUrlsWithOtherRights(): string[] {
  const isOther = (row: Row<'media'>) => {
    const stored = site.content.media(`/${row.storage_path}`)
    return stored !== undefined && rightsXmp(stored) !== rightsXmp(row)
  }
  const paths = new Set(changes.media?.put.filter(isOther).map(({ storage_path }) => storage_path))
  return paths.size === 0 ? [] : site.content.knownPictures().filter((url) => paths.has(pictureKey(url)))
}

/** Draws a page that is in no plan. */
async function renderPreviewed(page: PreviewedPage): Promise<Uint8Array> {
  previewed = page
  bundle.forgetPaths()
  try {
    return await bundle.render(page)
  } finally {
    previewed = null
    bundle.forgetPaths()
  }
}

const tasks = {
  /** Opens the stored content, of which pages were `written`, with what has changed in the backend since, or loads it all. */
  async open(input: {
    settings: RenderSettings
    build: number
    quarantined: RowKey[]
    written: readonly WrittenPage[]
    /** The content is as the last process has left it: nothing has to be read. Rejects when it is not stored any more. */
    isCurrent?: boolean
  }): Promise<ContentRead> {
    ;({ settings, build } = input)
    client = publicClient(settings.supabaseUrl, settings.publishableKey)
    isNew = !(await openDatabase())
    if (!isNew) recordWritten(input.written)
    if (input.isCurrent === true) {
      if (isNew) throw new Error('the content is not stored any more')
      provideContent()
      return { skipped: [], pictures: [] }
    }
    const skipped: SkippedRow[] = []
    const quarantined = new Set(input.quarantined.map(rowKeyOf))
    if (isNew) {
      site.content.db.clear()
      await loadContent(
        site,
        client,
        (row) => skipped.push(row),
        (entity, id) => quarantined.has(rowKeyOf({ entity, id })),
      )
    } else {
      changes = await loadDifferences(client, site.content, (row) => skipped.push(row))
      for (const { entity, id } of input.quarantined) {
        if (isEntity(entity)) removeRow(changes, entity, id)
      }
    }
    provideContent()
    const shown = [...site.content.pictureUrls(), ...pictureUrlsOf(changedRows(changes))]
    return { skipped, pictures: wantedPictures(shown) }
  },

  /** Takes what the events of a build name from `rows`, or reads it. */
  async read(begun: Pick<BegunBuild, 'events' | 'rows'> & { build: number }): Promise<ContentRead> {
    const { events, rows } = begun
    build = begun.build
    const skipped: SkippedRow[] = []
    const reportSkipped = (row: SkippedRow) => skipped.push(row)
    changes = rows
      ? await changesAmong(rows, events, reportSkipped)
      : await loadChanged(client, events, reportSkipped)
    const urls = [...pictureUrlsOf(changedRows(changes)), ...pictureUrlsWithOtherRights()]
    return { skipped, pictures: wantedPictures(urls) }
  },

  /**
   * Applies the change that was read, together with new and changed `pictures`. Drops the pictures in `forgotten`; with
   * `all`, drops every picture not passed. Returns when the site map of news will change by itself: see newsUntil.
   */
  async show(input: {
    pictures: readonly (readonly [url: string, file: PictureFile])[]
    forgotten: readonly string[]
    all: boolean
  }): Promise<number | null> {
    const { content } = site
    if (isNew) {
      content.db.transaction(() => {
        addAllPages(site, input.pictures, build)
        content.db.setMeta('made for', madeFor())
      })
    } else {
      const known = new Set(input.pictures.map(([url]) => url))
      const gone = input.all ? content.knownPictures().filter((url) => !known.has(url)) : input.forgotten
      changeSite(site, changes, { put: input.pictures, gone }, build)
    }
    isNew = false
    changes = {}
    return newsUntil(content)
  },

  /** Imports the bundle of the site, and looks which pages are missing in the folder. */
  async load(): Promise<void> {
    bundle = await loadBundle(settings.bundleFolder)
    const { pages } = site
    // An empty one has lost its bytes in a power cut.
    pages.invalidate((page) => {
      const stats = statSync(join(settings.distDir, bundle.fileOf(page)), { throwIfNoEntry: false })
      return stats === undefined || stats.size === 0
    })
    // With 100,000 stories it takes seconds, which the first new title would wait for.
    setTimeout(() => site.content.openRelated(), RELATED_DELAY_MS)
  },

  /** The copies of pictures that written pages name, each with the number of these pages. */
  async pictureUses(): Promise<[file: string, pages: number][]> {
    return site.pages.pictureUses()
  },

  /** The pictures among `urls` that written pages show. */
  async shownPictures({ urls }: { urls: readonly string[] }): Promise<string[]> {
    return urls.filter((url) => site.pages.isRead(reads.picture(pictureKey(url))))
  },

  /** Marks the pages that name one of these copies as stale. */
  async invalidateNaming({ copies }: { copies: readonly string[] }): Promise<void> {
    const missing = new Set(copies)
    site.pages.invalidate((page) => site.pages.picturesOf(page.pathname).some((file) => missing.has(file)))
  },

  /** The files of all pages. */
  async files(): Promise<string[]> {
    return site.pages.all().map((page) => bundle.fileOf(page))
  },

  /** See `plan` in renderer.ts. */
  async plan(input: { except: readonly string[]; wanted: PlannedPages; written: readonly WrittenPage[] }) {
    recordWritten(input.written)
    const { pages } = site
    const { except, wanted } = input
    const { firstRows, sinceBuild } = wanted
    const first =
      firstRows &&
      pages.stale(MAX_PLANNED, except, { sinceBuild, isWanted: (page) => isFirst(page, firstRows) })
    const isOnlyFirst = first !== undefined && first.length > 0
    const next = isOnlyFirst ? first : pages.stale(MAX_PLANNED, except, { sinceBuild })
    setPlanned(new Map(next.map((page) => [bundle.fileOf(page), page])))
    const removed = pages.gone({ sinceBuild }).map(({ source, ...page }) => {
      const file = bundle.fileOf(page)
      const isOfFirst = firstRows?.has(rowKeyOf({ entity: 'articles', id: source })) === true
      return { pathname: page.pathname, file, isFirst: isOfFirst && file.endsWith('.html') }
    })
    return {
      stale: await Promise.all(
        Array.from(planned, async ([file, page]): Promise<StalePage> => {
          return { ...page, file, owner: pages.owner(page), copy: await copyFor(page) }
        }),
      ),
      total: pages.countStale({ sinceBuild }) - except.length,
      removed: isOnlyFirst ? removed.filter((page) => page.isFirst) : removed,
    }
  },

  /** Records pages as written. */
  async record({ written }: { written: readonly WrittenPage[] }): Promise<void> {
    recordWritten(written)
  },

  /** Renders a page of the last plan. */
  async render(input: { file: string; written: readonly WrittenPage[] }): Promise<RenderedPage> {
    recordWritten(input.written)
    return render(input.file)
  },

  /**
   * Renders pages of another process's plan, in a process that does nothing else; null for a page that throws. `version`
   * differs for each change of the content.
   */
  async renderPlanned(input: {
    settings: RenderSettings
    version: number
    pages: readonly (readonly [file: string, page: SitePage])[]
  }): Promise<(RenderedPage | null)[]> {
    if (shownVersion === null) {
      ;({ settings } = input)
      site = openSiteDatabase(settings.databaseFile, settings.siteUrl)
      provideContent()
      bundle = await loadBundle(settings.bundleFolder)
    } else if (shownVersion !== input.version) site.content.readTables()
    shownVersion = input.version
    setPlanned(new Map(input.pages))
    const rendered: (RenderedPage | null)[] = []
    for (const [file] of input.pages) rendered.push(await render(file).catch(() => null))
    return rendered
  },

  /** Records that a page is not tried again until it shows something else. */
  async skipPage({ pathname }: { pathname: string }): Promise<void> {
    site.pages.skip(pathname)
  },

  /** Records that the files of removed pages are gone. Returns the copies of pictures that they named. */
  async removed({ pathnames }: { pathnames: readonly string[] }): Promise<string[][]> {
    const named = pathnames.map((pathname) => site.pages.picturesOf(pathname))
    site.pages.removed(pathnames)
    return named
  },

  /** What the publish of a change would write. */
  async predict({ events, rows }: TriedChange): Promise<Prediction> {
    return predictChange(site, await changesAmong(rows, events, () => undefined))
  },

  /** The page at an address as it would be after a change, with the pictures known so far. Writes nothing. */
  async preview(input: {
    change: TriedChange
    pathname: string
    pictures: PictureChanges
  }): Promise<Preview> {
    const { rows, events } = input.change
    const skipped: SkippedRow[] = []
    const begun = performance.now()
    const coming = await changesAmong(rows, events, (row) => skipped.push(row))
    const page = previewPage(site, input.pathname, coming, input.pictures)
    const known = performance.now()
    const copy = page && (await copyFor(page, page.content))
    const missingCopy = copy !== null && !existsSync(join(settings.pictureFolder, copy)) ? copy : null
    const bytes = page === null || missingCopy !== null ? null : await renderPreviewed(page)
    return {
      missingCopy,
      ms: { content: known - begun, page: performance.now() - known },
      bytes,
      copies: bytes === null ? [] : copiesNamedIn(bytes),
      skipped,
      pictures: wantedPictures(pictureUrlsOf(changedRows(coming)), coming),
    }
  },

  /** Leaves a row out of all pages until it changes. */
  async quarantine({ entity, id }: RowKey): Promise<void> {
    if (isEntity(entity)) changeSite(site, { [entity]: { put: [], gone: [id] } }, undefined, build)
  },
} satisfies Tasks

/** The copy of a picture that a page is drawn with. */
async function copyFor({ route, params }: SitePage, content?: PageContent): Promise<string | null> {
  const iconPage = ICON_PAGES.find((one) => one.route === route)
  if (route !== socialCardPage.route && route !== letterPicturePage.route && iconPage === undefined)
    return null
  const page = content ?? site.pages.evaluate(route, params).content
  if (route === letterPicturePage.route) return letterPicturePage.read({ locals: { page } }).copy
  const icon = iconPage?.read({ locals: { page } })
  if (icon !== undefined) return 'copy' in icon ? icon.copy : null
  return socialCardCopy(socialCardPage.read({ locals: { page } }))
}

/** Whether readers look at a page first: the home page, and the pages of changed rows. */
function isFirst(page: SitePage, rows: ReadonlySet<string>): boolean {
  if (page.pathname === '/') return true
  const owner = bundle.fileOf(page).endsWith('.html') ? site.pages.owner(page) : null
  return owner !== null && rows.has(rowKeyOf(owner))
}

function recordWritten(written: readonly WrittenPage[]): void {
  if (written.length === 0) return
  site.content.db.transaction(() => {
    for (const { record, pictures } of written) site.pages.written(record, pictures)
  })
}

function removeRow<E extends Entity>(changed: Changes, entity: E, id: string): void {
  const { put = [], gone = [] } = (changed[entity] ?? {}) as Partial<RowChanges<Row<E>>>
  changed[entity] = { put: put.filter((row) => row.id !== id), gone: [...gone, id] } as Changes[E]
}

export type RenderTasks = typeof tasks

serveTasks(tasks)
