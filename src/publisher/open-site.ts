import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentEncoding } from '../backend/env/env.ts'
import { reportProgress } from '../node/report.ts'
import { listFiles } from '../node/files.ts'
import { type BundledSite, bundleOf, prepareBundle, siteNameOf } from './rendering/bundle.ts'
import type { CopyRequests } from './pictures/on-request.ts'
import type { HeldLease } from './database/lease.ts'
import { expiredAssets } from './folder/old-assets.ts'
import { PictureStore } from './pictures/store.ts'
import { DistFolder } from './folder/dist-folder.ts'
import { PublishedCopies } from './pictures/published-copies.ts'
import { Renderer } from './rendering/renderer.ts'
import { type SiteUpdate, type UpdateOptions, SiteUpdater } from './update-site.ts'
import type { Timings } from './timings.ts'

export interface SiteOptions extends BundledSite {
  /** The folder for pictures, the content and the record of written pages. */
  dataDir: string
  lease: HeldLease
  secretKey: string
  /** Text in `distDir` is kept compressed, too, for a web server that sends such files. */
  encodings?: readonly ContentEncoding[]
  /** Requests of the server of `distDir`; null when something else may serve it, so that no page goes before its copies. */
  copyRequests: CopyRequests | null
  /** Aborts the start of the publisher, which then rejects. */
  signal?: AbortSignal | undefined
  /** Called when a build is due without an event: a picture can be fetched now, or is refused, for example. */
  onDue: () => void
}

/** The published site: its content and bundle in a process of its own, its pictures and the folder it is written to. */
export interface Site {
  pictures: PictureStore
  renderer: Renderer
  /** Renders every page that is not on record as current. */
  update(timings: Timings, options: UpdateOptions): Promise<SiteUpdate>
  /** The files written and removed since the last call. */
  takeChanged(): string[]
  /** How many copies of pictures are not made. */
  copiesLeft(): number
  /** Resolves when no picture is fetched or copied in the background, with whether any was. */
  picturesIdle(): Promise<boolean>
  stop(): Promise<void>
}

/** Reads the content, bundles the code when it has changed, and opens the folder. */
export async function openSite(options: SiteOptions, timings: Timings): Promise<Site> {
  const { supabaseUrl, publishableKey, siteUrl, distDir, dataDir, report } = options
  const bundle = await bundleOf(options)
  const pictures = await PictureStore.open(join(dataDir, 'pictures'), report, {
    copiesLater: options.copyRequests !== null,
    onChange: options.onDue,
    storage: { supabaseUrl, secretKey: options.secretKey },
  })
  const renderer = new Renderer(
    {
      supabaseUrl,
      publishableKey,
      siteUrl,
      distDir,
      databaseFile: join(dataDir, `publisher/${siteNameOf(distDir)}.db`),
      codeDigest: bundle.codeDigest,
      bundleFolder: bundle.folder,
      socialCardFolder: join(dataDir, 'social-cards'),
      pictureFolder: join(dataDir, 'pictures'),
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
    report('reading the content')
    await renderer.open(timings, reportProgress(report, 'fetching pictures'))
    await prepareBundle(options, bundle)
    await renderer.load()
    timings.mark('bundle')
    const { folder, copies, updater } = await openFolder(
      options,
      join(bundle.folder, 'client'),
      renderer,
      pictures,
    )
    return {
      pictures,
      renderer,
      copiesLeft: () => copies.left,
      update: (...args) => updater.update(...args),
      takeChanged: () => folder.takeChanged(),
      picturesIdle: async () => (await pictures.lateDecided()) || copies.idle(),
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
}

/** Opens the folder with the copies of its pictures, and writes the scripts and styles there. */
async function openFolder(
  { distDir, dataDir, lease, encodings = [], copyRequests, report }: SiteOptions,
  assetsFolder: string,
  renderer: Renderer,
  store: PictureStore,
) {
  const assets = await listFiles(assetsFolder)
  const folder = await DistFolder.open(distDir, { confirm: () => lease.confirm(), encodings })
  for (const file of assets) await folder.write(file, await readFile(join(assetsFolder, file)))
  const copiesLater = copyRequests !== null
  const copies = await PublishedCopies.open({ folder, records: renderer, store, copiesLater, report })
  copyRequests?.answerWith((file) => copies.copyNow(file))
  const recordFile = join(dataDir, `publisher/${siteNameOf(distDir)}.old-assets.json`)
  const updater = new SiteUpdater({
    renderer,
    folder,
    copies,
    assets,
    expiredAssets: (unused) => expiredAssets(unused, recordFile),
  })
  return { folder, copies, updater }
}
