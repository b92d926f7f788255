import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentEncoding } from '../backend/env.ts'
import { reportProgress } from '../node/report.ts'
import { listFiles } from '../node/files.ts'
import { type BundledSite, bundleOf, prepareBundle, siteNameOf } from './rendering/bundle.ts'
import type { CopyRequests } from './pictures/on-request.ts'
import type { HeldLease } from './database/lease.ts'
import { expiredAssets } from './folder/old-assets.ts'
import { PictureStore } from './pictures/store.ts'
import { DistFolder } from './folder/dist-folder.ts'
import { PublishedCopies } from './pictures/published-copies.ts'
import { createSiteRenderer } from './rendering/renderer.ts'
import { createSiteUpdate } from './site-update.ts'
import type { Timings } from './database/timings.ts'

export interface SiteOptions extends BundledSite {
  /** The folder for pictures, the content and the record of written pages. */
  dataDir: string
  lease: HeldLease
  /** Text in `distDir` is kept compressed, too, for a web server that sends such files. */
  encodings?: readonly ContentEncoding[]
  /** Requests of the server of `distDir`; null when something else may serve it, so that no page goes before its copies. */
  copyRequests: CopyRequests | null
  /** Gives up the start of the publisher, which then rejects. */
  signal?: AbortSignal | undefined
  /** Called when a build is due without an event: a picture can be fetched now, or is refused, for example. */
  onDue: () => void
}

/** The published site: its content and bundle in a process of its own, its pictures and the folder it is written to. */
export async function openSite(options: SiteOptions, timings: Timings) {
  const { supabaseUrl, publishableKey, siteUrl, distDir, dataDir, copyRequests, report } = options
  const copiesLater = copyRequests !== null
  const bundle = await bundleOf(options)
  const pictures = await PictureStore.open(join(dataDir, 'pictures'), report, {
    copiesLater,
    onChange: options.onDue,
  })
  const renderer = createSiteRenderer(
    {
      supabaseUrl,
      publishableKey,
      siteUrl,
      distDir,
      databaseFile: join(dataDir, `publisher/${siteNameOf(distDir)}.db`),
      codeDigest: bundle.codeDigest,
      bundleFolder: bundle.folder,
      socialCardFolder: join(dataDir, 'social-cards'),
    },
    pictures,
  )

  const endProcesses = (): void => {
    renderer.stop()
    pictures.stop()
  }
  options.signal?.addEventListener('abort', endProcesses)
  try {
    options.signal?.throwIfAborted()
    const { folder, copies, update } = await openFolder()
    return {
      pictures,
      renderer,
      update,
      /** The files written and removed since the last call. */
      takeChanged: () => folder.takeChanged(),
      /** Resolves when no picture is copied in the background, with whether any was. */
      copiesIdle: () => copies.idle(),
      async stop(): Promise<void> {
        const copiesStopped = copies.stop()
        endProcesses()
        await copiesStopped
      },
    }
  } catch (error) {
    endProcesses()
    throw error
  }

  /** The folder's pictures, and the function that renders every page that is not on record as current. */
  async function openFolder() {
    report('reading the content')
    await renderer.open(timings, reportProgress(report, 'fetching pictures'))
    await prepareBundle(options, bundle)
    await renderer.load()
    const assetsFolder = join(bundle.folder, 'client')
    const assets = await listFiles(assetsFolder)
    timings.mark('bundle')
    const { lease, encodings = [] } = options
    const folder = await DistFolder.open(distDir, { confirm: () => lease.confirm(), encodings })
    for (const file of assets) await folder.write(file, await readFile(join(assetsFolder, file)))
    const copies = await PublishedCopies.open({
      folder,
      records: renderer,
      store: pictures,
      copiesLater,
      report,
    })
    copyRequests?.answerWith((file) => copies.copyNow(file))
    const recordFile = join(dataDir, `publisher/${siteNameOf(distDir)}.old-assets.json`)
    const expired = (unused: readonly string[]) => expiredAssets(unused, recordFile)
    return { folder, copies, update: createSiteUpdate(renderer, folder, copies, assets, expired) }
  }
}

/** The file that tells that the whole site has been written to `distDir` once. */
export function builtMarkOf({ dataDir, distDir }: { dataDir: string; distDir: string }): string {
  return join(dataDir, `publisher/${siteNameOf(distDir)}.built`)
}
