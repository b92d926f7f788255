import { sitePages } from '../content/pages/registry.ts'
import type { Snapshot } from '../content/snapshot.ts'
import type { SitePath, WarmBuild } from './astro-adapter.ts'
import { forEachLimit } from './for-each-limit.ts'
import type { PictureStore } from './picture-store.ts'
import { pictureFilesIn } from './picture-urls.ts'
import { type OnProgress, messageOf } from './report.ts'
import type { SiteFolder } from './site-folder.ts'
import type { BuildStats, Timings } from './timings.ts'

/** What pages need beside themselves. */
const ASSET = /^_(?:astro|images)\//

/**
 * The function that updates the site folder to a snapshot. Pages that fail keep their last good version, and make it
 * throw after all others are done. Files that are no assets and that no page names, left by other code or by a crash,
 * are removed by and by. `assets`: the files of the site folder that are no pages.
 */
export function createSiteUpdate(
  warmBuild: WarmBuild,
  site: SiteFolder,
  store: PictureStore,
  assets: readonly string[],
) {
  let unknownFilesRemoved = false
  /** How many pages name a picture, by its file name. */
  const uses = new Map<string, number>()
  for (const { pictures } of site.pages.values()) for (const file of pictures) count(file, 1)

  function count(file: string, by: 1 | -1): void {
    uses.set(file, (uses.get(file) ?? 0) + by)
  }

  async function renderPage(path: SitePath, digest: string, timings: Timings): Promise<void> {
    const html = await path.render()
    timings.mark('render')
    const pictures = [...pictureFilesIn(Buffer.from(html).toString('utf8'))]
    await forEachLimit(pictures, 2, async (file) => {
      if (!uses.has(file)) await site.write(`_images/${file}`, await store.read(file))
    })
    timings.mark('pictures')
    await site.write(path.file, html)
    for (const file of pictures) count(file, 1)
    for (const file of site.pages.get(path.file)?.pictures ?? []) count(file, -1)
    site.record(path.file, { digest, pictures })
    timings.mark('write')
  }

  async function removeUnusedPictures(): Promise<void> {
    for (const [file, pages] of uses) {
      if (pages > 0) continue
      uses.delete(file)
      await site.remove(`_images/${file}`)
    }
  }

  /** The page of a story unpublished since the last record goes at once; assets stay while an old page may need them. */
  async function removeUnknownFiles(pages: Iterable<string>, oldPages: boolean): Promise<void> {
    const named = new Set<string>([...assets, ...pages])
    for (const file of uses.keys()) named.add(`_images/${file}`)
    for (const file of await site.files()) {
      if (!named.has(file) && !(oldPages && ASSET.test(file))) await site.remove(file)
    }
    unknownFilesRemoved = !oldPages
  }

  return async (next: Snapshot, timings: Timings, onProgress?: OnProgress): Promise<BuildStats> => {
    const pages = sitePages(next)
    const digests = new Map<string, string>()
    const stale: SitePath[] = []
    for (const path of await warmBuild()) {
      const digest = pages.get(path.pathname)?.digest
      if (digest === undefined) throw new Error(`No page type in src/content/pages has ${path.pathname}`)
      digests.set(path.file, digest)
      if (site.pages.get(path.file)?.digest !== digest) stale.push(path)
    }
    const gone = [...site.pages.keys()].filter((file) => !digests.has(file))
    timings.mark('plan')

    await site.invalidate([...stale.map((path) => path.file), ...gone])
    const failed: string[] = []
    for (const [index, path] of stale.entries()) {
      try {
        await renderPage(path, digests.get(path.file) ?? '', timings)
      } catch (error) {
        failed.push(`${path.pathname}: ${messageOf(error)}`)
      }
      onProgress?.(index + 1, stale.length)
    }
    for (const file of gone) {
      for (const picture of site.pages.get(file)?.pictures ?? []) count(picture, -1)
      await site.remove(file)
    }
    await removeUnusedPictures()
    await site.commit()
    if (!unknownFilesRemoved) await removeUnknownFiles(digests.keys(), failed.length > 0)
    timings.mark('write')
    if (failed.length > 0) throw new Error(failed.slice(0, 5).join('; '))
    return timings.stats({ rendered: stale.length, removed: gone.length })
  }
}
