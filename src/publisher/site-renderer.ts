import { join } from 'node:path'
import type { LeftOut } from '../content/rows.ts'
import type { PublishEvent } from './outbox.ts'
import type { PictureStore } from './picture-store.ts'
import type { OnProgress } from './report.ts'
import type { PageRecord } from './site-folder.ts'
import type { ContentRead, RowKey, SiteSettings, SiteTasks, StalePage } from './site-process.ts'
import type { Timings } from './timings.ts'
import { openWorkProcess } from './work-process.ts'

/** For one page. The slowest real ones, feeds of thirty long stories, take about two seconds. */
const MAX_PAGE_MS = 15_000
/** For everything that is done for all pages together. */
const MAX_STEP_MS = 10 * 60_000
const MAX_HEAP_MB = 2_048
/** How long a publish waits for pictures; those that come later are published then. */
const PICTURE_WAIT_MS = 5_000

/** Renders pages of the present content. */
export interface PageRenderer {
  /** The pages that are not on record as they are now, and the files on record that are no page any more. */
  plan(pages: ReadonlyMap<string, PageRecord>): Promise<{ stale: StalePage[]; gone: string[] }>
  /** Rejects with an OverBudgetError when the page takes too much time or memory. */
  render(page: StalePage): Promise<{ bytes: Uint8Array; pictures: string[] }>
  /** Leaves a row out of all pages until it changes. */
  setAside(row: RowKey): void
  isSetAside(row: RowKey): boolean
}

const keyOf = ({ entity, id }: RowKey) => `${entity} ${id}`

/**
 * Keeps the content and renders its pages in a process of its own. One that ended is started again with the content as
 * it is then. More such processes could share the pages of a plan: they know of each other only what is on record.
 */
export function createSiteRenderer(settings: SiteSettings, pictures: PictureStore) {
  const site = openWorkProcess<SiteTasks>({
    file: join(import.meta.dirname, 'site-process.ts'),
    maxHeapMb: MAX_HEAP_MB,
  })
  const setAside = new Map<string, RowKey>()
  const leftOut = new Map<string, LeftOut>()
  let isOpen = false
  /** The URLs of the known pictures that the process has. */
  let picturesSent = new Set<string>()
  let digestsSent = new Map<string, string>()

  async function read(): Promise<ContentRead> {
    isOpen = false
    picturesSent = new Set()
    digestsSent = new Map()
    const content = await site.run('open', { settings, setAside: [...setAside.values()] }, MAX_STEP_MS)
    leftOut.clear()
    addLeftOut(content)
    return content
  }

  function addLeftOut(content: ContentRead): void {
    for (const row of content.leftOut) leftOut.set(keyOf(row), row)
  }

  async function show(): Promise<void> {
    const known = new Map(pictures.index)
    const added = [...known].filter(([url]) => !picturesSent.has(url))
    const gone = [...picturesSent].filter((url) => !known.has(url))
    await site.run('show', { pictures: added, gone }, MAX_STEP_MS)
    picturesSent = new Set(known.keys())
  }

  async function load(): Promise<void> {
    await site.run('load', undefined, MAX_STEP_MS)
    isOpen = true
  }

  async function openAgain(): Promise<void> {
    if (isOpen && site.isRunning()) return
    const { pictureUrls } = await read()
    await pictures.ensureSoon(pictureUrls, PICTURE_WAIT_MS)
    await show()
    await load()
  }

  return {
    /** Reads the content and the pictures that it names. */
    async open(timings: Timings, onProgress: OnProgress): Promise<void> {
      const { pictureUrls } = await read()
      timings.mark('read')
      await pictures.ensure(pictureUrls, onProgress)
      timings.mark('pictures')
      await show()
      timings.mark('snapshot')
    },
    /** Imports the bundle, which has to be there by now. */
    load,
    /** Reads the rows that the events name, and fetches their pictures. Returns the files that are new. */
    async applyEvents(events: readonly PublishEvent[], timings: Timings): Promise<ContentRead['uploads']> {
      await openAgain()
      for (const { entity, entity_id: id } of events) {
        setAside.delete(keyOf({ entity, id }))
        leftOut.delete(keyOf({ entity, id }))
      }
      const content = await site.run('read', { events }, MAX_STEP_MS)
      addLeftOut(content)
      timings.mark('read')
      await pictures.ensureSoon(content.pictureUrls, PICTURE_WAIT_MS)
      timings.mark('pictures')
      await show()
      timings.mark('snapshot')
      return content.uploads
    },
    /** The rows that cannot be published. */
    leftOut: (): LeftOut[] => [...leftOut.values()],
    async plan(pages: ReadonlyMap<string, PageRecord>) {
      await openAgain()
      const recorded: [string, string | null][] = []
      for (const [file, { digest }] of pages) {
        if (digestsSent.get(file) !== digest) recorded.push([file, digest])
      }
      for (const file of digestsSent.keys()) if (!pages.has(file)) recorded.push([file, null])
      digestsSent = new Map(Array.from(pages, ([file, { digest }]) => [file, digest]))
      return site.run('plan', { recorded }, MAX_STEP_MS)
    },
    render: ({ file }: StalePage) => site.run('render', { file }, MAX_PAGE_MS),
    setAside: (row: RowKey) => void setAside.set(keyOf(row), row),
    isSetAside: (row: RowKey) => setAside.has(keyOf(row)),
    stop: () => site.stop(),
  } satisfies PageRenderer & Record<string, unknown>
}
