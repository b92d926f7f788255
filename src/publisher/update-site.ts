import type { SkippedRow } from '../content/rows.ts'
import { type OnProgress, messageOf } from '../node/report.ts'
import { OverBudgetError, ProcessEndedError } from '../node/worker-process.ts'
import type { Timings } from './timings.ts'
import type { DistFolder, StagedFile } from './folder/dist-folder.ts'
import type { PublishedCopies } from './pictures/published-copies.ts'
import type { PlannedPages, RenderedPage, StalePage } from './rendering/render-process.ts'
import type { Plan, Renderer } from './rendering/renderer.ts'
import { rowKeyOf } from './rendering/row-key.ts'

/** What pages need beside themselves: scripts and styles, and copies of pictures. */
const CODE_ASSET = /^_astro\//
const PICTURE = /^_images\//

/**
 * The steps in which readers see an update: the pages of unpublished stories go, the pages of the changed rows come with
 * the home page, and then all others together; all pages together; or a few at a time, so that a build that is cut short
 * goes on where it was.
 */
export type UpdateSteps = 'first pages, then the others' | 'all together' | 'few at a time'

export interface UpdateOptions {
  steps: UpdateSteps
  /** The keys of the rows that the update is made for. */
  rows: ReadonlySet<string>
  /** The rows whose pages go first; others may take their place during the update. */
  firstRows: ReadonlySet<string>
  /** Writes only the pages that this build or a later one changed; 0: every page that is not as it is now. */
  sinceBuild: number
  /** Publishes that may go before the rest of the update; null where all pages are shown together. */
  preemption: Preemption | null
  onProgress?: OnProgress
}

/** Publishes that are requested during an update, and go before the rest of it. */
export interface Preemption {
  isRequested(): boolean
  /** Updates the site by them. */
  run(): Promise<void>
}

/** Pages that are written at the same time, while the next ones are rendered. */
const MAX_WRITING = 8
/** Pages that may be rendered before they are shown. */
const MAX_STEP: Record<UpdateSteps, number> = {
  'all together': Infinity,
  'first pages, then the others': 200,
  'few at a time': MAX_WRITING,
}
/** With fewer pages left, a publish waits for them: to go before them would take as long. */
const MIN_PREEMPTED = 30

/** A page that is rendered, but that readers do not see yet. */
interface StagedPage extends Pick<RenderedPage, 'record' | 'pictures' | 'before'> {
  page: StalePage
  /** Null: its file is the same as before. */
  staged: StagedFile | null
}

/**
 * How an update ended: how many pages were rendered and removed, which kept their last good version, and which changed
 * files belong to pages of `rows` or to removed pages. `owners`: of changed files, the row of `rows` whose page each is.
 */
export interface SiteUpdate {
  rendered: number
  removed: number
  problems: SkippedRow[]
  firstFiles: string[]
  owners: ReadonlyMap<string, string>
}

interface SiteUpdaterOptions {
  renderer: Pick<
    Renderer,
    | 'plan'
    | 'render'
    | 'dropPlan'
    | 'written'
    | 'removed'
    | 'skipPage'
    | 'quarantine'
    | 'isQuarantined'
    | 'files'
  >
  folder: DistFolder
  copies: PublishedCopies
  /** The files of the folder that are no pages. */
  assets: readonly string[]
  /** Returns which scripts and styles of earlier code may be removed. */
  expiredAssets: (unused: readonly string[]) => Promise<readonly string[]>
}

/**
 * Updates the site folder to the present content. Pages that cannot be rendered keep their last good version; a row whose
 * page takes too much time or memory is left out of all others, too. Files that are no assets and that no page names, left
 * by other code or by a crash, are removed by and by.
 */
export class SiteUpdater {
  readonly #options: SiteUpdaterOptions
  /** Which files that no page names were removed so far: assets stay as long as an old page may need them. */
  #unknownRemoved: 'none' | 'pages' | 'all' = 'none'
  /** The pages that took too much, by file. */
  readonly #overBudget = new Map<string, { page: StalePage; reason: string }>()

  constructor(options: SiteUpdaterOptions) {
    this.#options = options
  }

  /** Throws after all others are done when pages could not be written. */
  async update(timings: Timings, options: UpdateOptions): Promise<SiteUpdate> {
    const { copies } = this.#options
    try {
      const update = new Update(this.#options, this.#overBudget, timings, options)
      await update.run()
      await copies.removeUnused()
      // Left to the update that this one goes before.
      if (options.sinceBuild === 0)
        await this.#removeUnknownFiles(update.failed.size + this.#overBudget.size > 0)
      timings.mark('write')
      return update.result()
    } finally {
      copies.copyMissing()
    }
  }

  /** The page of a story unpublished since the last record goes at once; assets stay while an old page may need them. */
  async #removeUnknownFiles(hasOldPages: boolean): Promise<void> {
    if (this.#unknownRemoved === 'all' || (this.#unknownRemoved === 'pages' && hasOldPages)) return
    const { renderer, folder, copies, assets, expiredAssets } = this.#options
    const named = new Set<string>([
      ...assets,
      ...(await renderer.files()),
      ...this.#overBudget.keys(),
      ...copies.files(),
    ])
    const unknown = (await folder.files()).filter((file) => !named.has(file))
    const unused = unknown.filter((file) => CODE_ASSET.test(file))
    const removed = new Set(hasOldPages ? [] : await expiredAssets(unused))
    for (const file of unknown) {
      const isKept = CODE_ASSET.test(file) ? !removed.has(file) : PICTURE.test(file) && hasOldPages
      if (!isKept) await folder.remove(file)
    }
    this.#unknownRemoved = hasOldPages ? 'pages' : 'all'
  }
}

/**
 * One update: renders the pages of a plan, shows them in steps, and plans anew until nothing is stale.
 *
 *     planned      nothing is stale                        → done
 *     planned      pages that go first are removed         → rendering, page by page
 *     rendering    the plan is rendered                    → shown, then planned
 *     rendering    a publish is requested                  → shown as far as it is, preempted, then planned
 *     rendering    the render process has ended            → the step is discarded, then planned
 */
class Update {
  readonly #parts: SiteUpdaterOptions
  readonly #overBudget: Map<string, { page: StalePage; reason: string }>
  readonly #timings: Timings
  readonly #options: UpdateOptions
  readonly #wanted: PlannedPages
  /** Pages that threw, by address. */
  readonly failed = new Map<string, SkippedRow>()
  /** What could not be written. */
  #unwritten: string[] = []
  /** Addresses whose page was being rendered when the process ended by itself. */
  readonly #crashed = new Set<string>()
  /** The pages of the present step as they are written, in their order; null: one that cannot be. */
  #step: Promise<StagedPage | null>[] = []
  #rendered = 0
  #removed = 0
  readonly #firstFiles: string[] = []
  readonly #owners = new Map<string, string>()

  constructor(
    parts: SiteUpdaterOptions,
    overBudget: Map<string, { page: StalePage; reason: string }>,
    timings: Timings,
    options: UpdateOptions,
  ) {
    this.#parts = parts
    this.#overBudget = overBudget
    this.#timings = timings
    this.#options = options
    const { steps, firstRows, sinceBuild } = options
    this.#wanted = { firstRows: steps === 'first pages, then the others' ? firstRows : undefined, sinceBuild }
  }

  async run(): Promise<void> {
    let plan = await this.#plan()
    for (let last = ''; plan.stale.length > 0; plan = await this.#plan()) {
      const first = plan.stale[0]?.pathname ?? ''
      if (first === last) throw new Error(`${first} was written, but not recorded`)
      const removed = this.#removable(plan)
      const removedFirst = removed.filter(({ isFirst }) => isFirst)
      if (removedFirst.length > 0) await this.#showStep(removedFirst)
      const isWhole = await this.#renderPlan(plan)
      if (isWhole) await this.#showStep(removed.filter(({ isFirst }) => !isFirst))
      last = isWhole ? first : ''
    }
    this.#forgetChanged([])
    await this.#showStep(this.#removable(plan))
  }

  /** Throws when pages could not be written. */
  result(): SiteUpdate {
    if (this.#unwritten.length > 0) throw new Error(this.#unwritten.slice(0, 5).join('; '))
    const problems = new Map(this.failed)
    for (const { page, reason } of this.#overBudget.values())
      problems.set(page.pathname, problemOf(page, reason))
    return {
      rendered: this.#rendered,
      removed: this.#removed,
      problems: [...problems.values()],
      firstFiles: this.#firstFiles,
      owners: this.#owners,
    }
  }

  async #plan(): Promise<Plan> {
    const plan = await this.#parts.renderer.plan([...this.failed.keys()], this.#wanted)
    this.#timings.mark('plan')
    return plan
  }

  /** Renders the pages of a plan. False when the rest has to be planned again. */
  async #renderPlan(plan: Plan): Promise<boolean> {
    const { steps, onProgress } = this.#options
    this.#forgetChanged(plan.stale)
    const done = this.#rendered + this.failed.size
    for (const [place, page] of plan.stale.entries()) {
      if (place > 0 && plan.stale.length - place >= MIN_PREEMPTED && (await this.#letPreempt())) return false
      try {
        await this.#render(page)
      } catch (error) {
        if (error instanceof ProcessEndedError) {
          await this.#afterProcessEnd(page, error)
          return false
        }
        this.#fail(page, error)
      }
      onProgress?.(this.#rendered + this.#step.length + this.failed.size, done + plan.total)
      if (this.#step.length >= MAX_STEP[steps]) await this.#showStep([])
    }
    return true
  }

  async #render(page: StalePage): Promise<void> {
    const rendered = await this.#parts.renderer.render(page)
    this.#timings.mark('render')
    this.#step.push(this.#stage(page, rendered).catch((error: unknown) => this.#fail(page, error)))
    await this.#step.at(-MAX_WRITING)
  }

  async #stage(page: StalePage, { bytes, ...rendered }: RenderedPage): Promise<StagedPage> {
    await this.#parts.copies.addFor(rendered.pictures)
    return { ...rendered, page, staged: await this.#parts.folder.stage(page.file, bytes) }
  }

  /** Shows what is written so far and runs the publishes requested meanwhile. False when there are none. */
  async #letPreempt(): Promise<boolean> {
    const { preemption } = this.#options
    if (!preemption?.isRequested()) return false
    this.#parts.renderer.dropPlan()
    await this.#showStep([])
    await preemption.run()
    // They may have changed, or freed space on the disk.
    this.failed.clear()
    this.#unwritten = []
    this.#timings.mark('other publishes')
    return true
  }

  /** A page whose process was ended from outside, perhaps, is tried once more; one that takes too much is left out. */
  async #afterProcessEnd(page: StalePage, error: ProcessEndedError): Promise<void> {
    const { renderer, folder } = this.#parts
    // They are not recorded yet, and so are planned again.
    await folder.discard((await this.#takeStep()).flatMap(({ staged }) => staged ?? []))
    const isTriedAgain = !(error instanceof OverBudgetError) && !this.#crashed.has(page.pathname)
    this.#crashed.add(page.pathname)
    if (isTriedAgain) return
    this.#overBudget.set(page.file, { page, reason: messageOf(error) })
    await (page.owner === null ? renderer.skipPage(page) : renderer.quarantine(page.owner))
  }

  #fail(page: StalePage, error: unknown): null {
    const reason = messageOf(error)
    this.failed.set(page.pathname, problemOf(page, reason))
    if (isOfMachine(error)) this.#unwritten.push(`${page.pathname}: ${reason}`)
    return null
  }

  async #takeStep(): Promise<StagedPage[]> {
    const pages = await Promise.all(this.#step)
    this.#step = []
    this.#timings.mark('write')
    return pages.filter((page) => page !== null)
  }

  /** Shows the pages of the present step to readers, and removes others. */
  async #showStep(removed: Plan['removed']): Promise<void> {
    const { renderer, folder, copies } = this.#parts
    const pages = await this.#takeStep()
    await folder.show(
      pages.flatMap(({ staged }) => staged ?? []),
      removed.map(({ file }) => file),
    )
    for (const { record, pictures, before } of pages) {
      copies.replace(before, pictures)
      renderer.written({ record, pictures })
    }
    const named = removed.length === 0 ? [] : await renderer.removed(removed.map(({ pathname }) => pathname))
    for (const files of named) copies.replace(files, [])

    for (const { page, staged } of pages) {
      const owner = page.owner === null ? null : rowKeyOf(page.owner)
      if (staged === null || owner === null || !this.#options.rows.has(owner)) continue
      this.#firstFiles.push(page.file)
      this.#owners.set(page.file, owner)
    }
    this.#firstFiles.push(...removed.map(({ file }) => file))
    this.#timings.mark('write')
    this.#rendered += pages.length
    this.#removed += removed.length
  }

  /** The files of removed pages that may go: not those kept as the last good version. */
  #removable({ removed }: Plan): Plan['removed'] {
    return removed.filter(({ file }) => !this.#overBudget.has(file))
  }

  /** A page that took too much is tried again when it is planned, having changed, or when its quarantined row has. */
  #forgetChanged(stale: readonly StalePage[]): void {
    const planned = new Set(stale.map(({ file }) => file))
    for (const [file, { page }] of this.#overBudget) {
      const isChanged =
        page.owner === null ? planned.has(file) : !this.#parts.renderer.isQuarantined(page.owner)
      if (isChanged) this.#overBudget.delete(file)
    }
  }
}

function problemOf({ owner, pathname }: StalePage, reason: string): SkippedRow {
  return owner === null
    ? { entity: 'address', id: pathname, reason }
    : { ...owner, reason: `${pathname}: ${reason}` }
}

/** Whether an error is of the machine, such as a full disk, and not of the page. */
function isOfMachine(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall }: NodeJS.ErrnoException = error
  return syscall !== undefined && code !== 'ENAMETOOLONG'
}
