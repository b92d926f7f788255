import type { SkippedRow } from '../content/rows.ts'
import { type OnProgress, messageOf } from '../node/report.ts'
import { OverBudgetError, ProcessEndedError } from '../node/worker-process.ts'
import type { DistFolder, StagedFile } from './folder/dist-folder.ts'
import type { PublishedCopies } from './pictures/published-copies.ts'
import { rowKeyOf } from './rendering/row-key.ts'
import type { RenderedPage, StalePage } from './rendering/render-process.ts'
import type { Plan, SiteRenderer } from './rendering/renderer.ts'
import type { Timings } from './database/timings.ts'

/** What pages need beside themselves: scripts and styles, and copies of pictures. */
const CODE_ASSET = /^_astro\//
const PICTURE = /^_images\//

/**
 * The steps in which readers see an update: the pages of the changed rows with the home page and then all others
 * together, all pages together, or a few at a time, so that a build that is cut short goes on where it was.
 */
export type UpdateSteps = 'first pages, then the others' | 'all together' | 'few at a time'

export interface UpdateOptions {
  steps: UpdateSteps
  /** The keys of the rows that the update is made for. */
  rows: ReadonlySet<string>
  /** Writes only the pages that this build or a later one changed; 0: every page that is not as it is now. */
  sinceBuild: number
  /** Publishes that may go before the rest of the update; null where all pages are shown together. */
  overtaking: Overtaking | null
  onProgress?: OnProgress
}

/** Publishes that are requested during an update. */
export interface Overtaking {
  isRequested(): boolean
  /** Updates the site by them. */
  run(): Promise<void>
}

/** Pages that are written at the same time, while the next ones are rendered. */
const MAX_WRITING = 8
/** With fewer pages left, a publish waits for them: to go before them would take as long. */
const MIN_OVERTAKEN = 30

/** A page that is rendered, but that readers do not see yet. */
interface WaitingPage extends Pick<RenderedPage, 'record' | 'pictures' | 'before'> {
  page: StalePage
  /** Null: its file is the same as before. */
  staged: StagedFile | null
}

/**
 * How an update ended: how many pages were rendered and removed, which kept their last good version, and of the files
 * that it changed those of `rows` and of gone pages.
 */
export interface SiteUpdate {
  rendered: number
  removed: number
  problems: SkippedRow[]
  firstFiles: string[]
}

/**
 * The function that updates the site folder to the present content. Pages that cannot be rendered keep their last good
 * version; a row whose page takes too much is left out of all others, too. Throws after all others are done when pages
 * could not be written. Files that are no assets and that no page names, left by other code or by a crash, are removed
 * by and by. `assets`: the files of the site folder that are no pages. `expired` returns which scripts and styles of
 * earlier code may be removed.
 */
export function createSiteUpdate(
  renderer: Pick<
    SiteRenderer,
    'plan' | 'render' | 'written' | 'removed' | 'giveUp' | 'setAside' | 'isSetAside' | 'files'
  >,
  site: DistFolder,
  pictures: PublishedCopies,
  assets: readonly string[],
  expired: (unused: readonly string[]) => Promise<readonly string[]>,
) {
  /** Which files that no page names were removed so far: assets stay as long as an old page may need them. */
  let unknownRemoved: 'none' | 'pages' | 'all' = 'none'
  /** The pages that took too much, by file. */
  const overBudget = new Map<string, { page: StalePage; reason: string }>()

  async function writePage(page: StalePage, { bytes, ...rendered }: RenderedPage): Promise<WaitingPage> {
    await pictures.addFor(rendered.pictures)
    return { ...rendered, page, staged: await site.stage(page.file, bytes) }
  }

  async function show(pages: readonly WaitingPage[], gone: Plan['gone']): Promise<void> {
    await site.show(
      pages.flatMap(({ staged }) => staged ?? []),
      gone.map(({ file }) => file),
    )
    for (const { record, pictures: named, before } of pages) {
      pictures.replace(before, named)
      renderer.written({ record, pictures: named })
    }
    const removed = gone.length === 0 ? [] : await renderer.removed(gone.map(({ pathname }) => pathname))
    for (const files of removed) pictures.replace(files, [])
  }

  /** The files of gone pages that may be removed: not those kept as the last good version. */
  const removable = ({ gone }: Plan): Plan['gone'] => gone.filter(({ file }) => !overBudget.has(file))

  /** The page of a story unpublished since the last record goes at once; assets stay while an old page may need them. */
  async function removeUnknownFiles(hasOldPages: boolean): Promise<void> {
    const named = new Set<string>([
      ...assets,
      ...(await renderer.files()),
      ...overBudget.keys(),
      ...pictures.files(),
    ])
    const unknown = (await site.files()).filter((file) => !named.has(file))
    const unused = unknown.filter((file) => CODE_ASSET.test(file))
    const removed = new Set(hasOldPages ? [] : await expired(unused))
    for (const file of unknown) {
      const isKept = CODE_ASSET.test(file) ? !removed.has(file) : PICTURE.test(file) && hasOldPages
      if (!isKept) await site.remove(file)
    }
    unknownRemoved = hasOldPages ? 'pages' : 'all'
  }

  /** A page that took too much is tried again when it is planned, having changed, or when the row set aside for it has. */
  function forgetChanged(stale: readonly StalePage[]): void {
    const planned = new Set(stale.map(({ file }) => file))
    for (const [file, { page }] of overBudget) {
      if (page.owner === null ? planned.has(file) : !renderer.isSetAside(page.owner)) overBudget.delete(file)
    }
  }

  async function update(timings: Timings, options: UpdateOptions): Promise<SiteUpdate> {
    const { steps, rows, sinceBuild, overtaking, onProgress } = options
    const isOfRows = ({ owner }: StalePage) => owner !== null && rows.has(rowKeyOf(owner))
    const wanted = {
      firstRows: steps === 'first pages, then the others' ? rows : undefined,
      sinceBuild,
    }
    /** Pages that threw, by address, and what could not be written. */
    const failed = new Map<string, SkippedRow>()
    const unwritten: string[] = []
    /** Addresses whose page was being rendered when the process ended by itself. */
    const crashed = new Set<string>()
    let rendered = 0
    let removed = 0
    const firstFiles: string[] = []
    /** The pages of the present step as they are written, in their order; null: one that cannot be. */
    let step: Promise<WaitingPage | null>[] = []

    async function takeStep(): Promise<WaitingPage[]> {
      const pages = await Promise.all(step)
      step = []
      timings.mark('write')
      return pages.filter((page) => page !== null)
    }

    async function showStep(gone: Plan['gone']): Promise<void> {
      const pages = await takeStep()
      await show(pages, gone)
      for (const { page, staged } of pages) {
        if (staged !== null && isOfRows(page)) firstFiles.push(page.file)
      }
      firstFiles.push(...gone.map(({ file }) => file))
      timings.mark('write')
      rendered += pages.length
      removed += gone.length
    }

    function fail(page: StalePage, error: unknown): null {
      const reason = messageOf(error)
      failed.set(page.pathname, problemOf(page, reason))
      if (isPassing(error)) unwritten.push(`${page.pathname}: ${reason}`)
      return null
    }

    async function renderPage(page: StalePage): Promise<void> {
      const bytes = await renderer.render(page)
      timings.mark('render')
      step.push(writePage(page, bytes).catch((error: unknown) => fail(page, error)))
      await step.at(-MAX_WRITING)
    }

    /** Shows what is written so far, and lets the publishes go that are requested by now. */
    async function letOvertake({ run }: Overtaking): Promise<void> {
      await showStep([])
      await run()
      // They may have changed, or freed space on the disk.
      failed.clear()
      unwritten.length = 0
      timings.mark('other publishes')
    }

    let plan = await renderer.plan([], wanted)
    timings.mark('plan')
    for (let last = ''; plan.stale.length > 0; plan = await renderer.plan([...failed.keys()], wanted)) {
      const first = plan.stale[0]?.pathname ?? ''
      if (first === last) throw new Error(`${first} was written, but not recorded`)
      last = first
      forgetChanged(plan.stale)
      const done = rendered + failed.size
      let isCut = false
      for (const [place, page] of plan.stale.entries()) {
        if (overtaking?.isRequested() && place > 0 && plan.stale.length - place >= MIN_OVERTAKEN) {
          await letOvertake(overtaking)
          last = ''
          isCut = true
          break
        }
        try {
          await renderPage(page)
        } catch (error) {
          if (error instanceof ProcessEndedError) {
            // They are not recorded yet, and so are planned again.
            await site.discard((await takeStep()).flatMap(({ staged }) => staged ?? []))
            isCut = true
            last = ''
            // Ended from outside, perhaps: the page is tried once more.
            const isTriedAgain = !(error instanceof OverBudgetError) && !crashed.has(page.pathname)
            crashed.add(page.pathname)
            if (isTriedAgain) break
            overBudget.set(page.file, { page, reason: messageOf(error) })
            await (page.owner === null ? renderer.giveUp(page) : renderer.setAside(page.owner))
            break
          }
          fail(page, error)
        }
        onProgress?.(rendered + step.length + failed.size, done + plan.total)
        if (steps === 'few at a time' && step.length >= MAX_WRITING) await showStep([])
      }
      if (!isCut) await showStep(removable(plan))
      timings.mark('plan')
    }
    forgetChanged([])
    await showStep(removable(plan))
    await pictures.removeUnused()
    const hasOldPages = failed.size + overBudget.size > 0
    const isDue = unknownRemoved === 'none' || (unknownRemoved === 'pages' && !hasOldPages)
    // Left to the update that this one goes before.
    if (isDue && sinceBuild === 0) await removeUnknownFiles(hasOldPages)
    timings.mark('write')
    if (unwritten.length > 0) throw new Error(unwritten.slice(0, 5).join('; '))
    const problems = new Map(failed)
    for (const { page, reason } of overBudget.values()) problems.set(page.pathname, problemOf(page, reason))
    return {
      rendered,
      removed,
      problems: [...problems.values()],
      firstFiles,
    }
  }

  return (...args: Parameters<typeof update>): Promise<SiteUpdate> =>
    update(...args).finally(() => pictures.copyMissing())
}

function problemOf({ owner, pathname }: StalePage, reason: string): SkippedRow {
  return owner === null
    ? { entity: 'address', id: pathname, reason }
    : { ...owner, reason: `${pathname}: ${reason}` }
}

/** Whether an error is of the machine, such as a full disk, and not of the page. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall }: NodeJS.ErrnoException = error
  return syscall !== undefined && code !== 'ENAMETOOLONG'
}
