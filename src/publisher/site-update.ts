import type { LeftOut } from '../content/rows.ts'
import { type OnProgress, messageOf } from './report.ts'
import type { SiteFolder } from './site-folder.ts'
import type { SitePictures } from './site-pictures.ts'
import type { StalePage } from './site-process.ts'
import type { PageRenderer } from './site-renderer.ts'
import type { BuildStats, Timings } from './timings.ts'
import { OverBudgetError, ProcessEndedError } from './work-process.ts'

/** What pages need beside themselves. */
const ASSET = /^_(?:astro|images)\//

/** How a build ended: what is recorded of it, and the pages that kept their last good version. */
export interface SiteUpdate {
  stats: BuildStats
  problems: LeftOut[]
}

/**
 * The function that updates the site folder to the present content. Pages that cannot be rendered keep their last good
 * version; a row whose page takes too much is left out of all others, too. Throws after all others are done when pages
 * could not be written. Files that are no assets and that no page names, left by other code or by a crash, are removed
 * by and by. `assets`: the files of the site folder that are no pages.
 */
export function createSiteUpdate(
  renderer: PageRenderer,
  site: SiteFolder,
  pictures: SitePictures,
  assets: readonly string[],
) {
  let unknownFilesRemoved = false
  /** The pages that took too much, by file. */
  const overBudget = new Map<string, { page: StalePage; reason: string }>()

  async function renderPage(page: StalePage, timings: Timings): Promise<void> {
    const { bytes, pictures: named } = await renderer.render(page)
    timings.mark('render')
    await pictures.provide(named)
    timings.mark('pictures')
    await site.write(page.file, bytes)
    pictures.replace(site.pages.get(page.file)?.pictures ?? [], named)
    site.record(page.file, { digest: page.digest, pictures: named })
    timings.mark('write')
  }

  /** The page of a story unpublished since the last record goes at once; assets stay while an old page may need them. */
  async function removeUnknownFiles(pages: Iterable<string>, oldPages: boolean): Promise<void> {
    const named = new Set<string>([...assets, ...pages, ...pictures.files()])
    for (const file of await site.files()) {
      if (!named.has(file) && !(oldPages && ASSET.test(file))) await site.remove(file)
    }
    unknownFilesRemoved = !oldPages
  }

  /** A page that took too much is tried again when what it shows has changed, or the row that was set aside for it. */
  function forgetChanged(stale: readonly StalePage[], gone: readonly string[]): void {
    const planned = new Map(stale.map((page) => [page.file, page]))
    for (const [file, { page }] of overBudget) {
      const isSame =
        page.owner === null
          ? planned.get(file)?.digest === page.digest && !gone.includes(file)
          : renderer.isSetAside(page.owner)
      if (!isSame) overBudget.delete(file)
    }
  }

  async function update(timings: Timings, onProgress?: OnProgress): Promise<SiteUpdate> {
    /** Pages that threw, by file, and what could not be written. */
    const failed = new Map<string, LeftOut>()
    const unwritten: string[] = []
    /** Files whose page was being rendered when the process ended by itself. */
    const crashed = new Set<string>()
    let rendered = 0
    for (;;) {
      const { stale, gone } = await renderer.plan(site.pages)
      forgetChanged(stale, gone)
      const due = stale.filter(({ file }) => !overBudget.has(file) && !failed.has(file))
      const removed = gone.filter((file) => !overBudget.has(file))
      timings.mark('plan')

      await site.invalidate([...due.map(({ file }) => file), ...removed])
      let planAgain = false
      for (const [index, page] of due.entries()) {
        try {
          await renderPage(page, timings)
          rendered += 1
        } catch (error) {
          const reason = messageOf(error)
          if (error instanceof ProcessEndedError) {
            planAgain = true
            // Ended from outside, perhaps: the page is tried once more.
            const isTriedAgain = !(error instanceof OverBudgetError) && !crashed.has(page.file)
            crashed.add(page.file)
            if (isTriedAgain) break
            overBudget.set(page.file, { page, reason })
            if (page.owner !== null) renderer.setAside(page.owner)
            break
          }
          failed.set(page.file, problemOf(page, reason))
          if (isPassing(error)) unwritten.push(`${page.pathname}: ${reason}`)
        }
        onProgress?.(index + 1, due.length)
      }
      await site.commit()
      if (planAgain) continue

      for (const file of removed) {
        pictures.replace(site.pages.get(file)?.pictures ?? [], [])
        await site.remove(file)
      }
      await pictures.removeUnused()
      const kept = [...site.pages.keys(), ...overBudget.keys(), ...failed.keys()]
      if (!unknownFilesRemoved) await removeUnknownFiles(kept, failed.size + overBudget.size > 0)
      timings.mark('write')
      if (unwritten.length > 0) throw new Error(unwritten.slice(0, 5).join('; '))
      const problems = new Map(failed)
      for (const [file, { page, reason }] of overBudget) problems.set(file, problemOf(page, reason))
      return {
        stats: timings.stats({ rendered, removed: removed.length }),
        problems: [...problems.values()],
      }
    }
  }

  return (timings: Timings, onProgress?: OnProgress): Promise<SiteUpdate> =>
    update(timings, onProgress).finally(pictures.copyMissing)
}

function problemOf({ owner, pathname }: StalePage, reason: string): LeftOut {
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
