import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareBundle } from './astro-adapter.ts'
import { openPictureStore } from './picture-store.ts'
import { type Report, reportProgress } from './report.ts'
import { digestFiles, listFiles, openSiteFolder } from './site-folder.ts'
import { createSiteRenderer } from './site-renderer.ts'
import { createSiteUpdate } from './site-update.ts'
import type { Timings } from './timings.ts'

export interface SiteOptions {
  /** The project's folder, with astro.config.mjs. */
  root: string
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  /** The folder that the site is written to. */
  distDir: string
  /** The folder for pictures and the record of written pages. */
  dataDir: string
  report: Report
  /** Called when a picture is known now that pages were published without. */
  onNewPictures: () => void
}

/** The published site: its content and bundle in a process of its own, its pictures and the folder it is written to. */
export async function openSite(options: SiteOptions, timings: Timings) {
  const { root, supabaseUrl, publishableKey, siteUrl, distDir, dataDir, report } = options
  const siteName = createHash('sha256').update(distDir).digest('hex').slice(0, 12)
  const bundleFolder = join(root, '.local/bundles', siteName)
  const pictures = await openPictureStore(join(dataDir, 'pictures'), report, options.onNewPictures)
  const renderer = createSiteRenderer(
    { supabaseUrl, publishableKey, siteUrl, bundleFolder, socialCardFolder: join(dataDir, 'social-cards') },
    pictures,
  )

  const stop = (): void => {
    renderer.stop()
    pictures.stop()
  }
  try {
    return { pictures, renderer, stop, update: await openUpdate() }
  } catch (error) {
    stop()
    throw error
  }

  /** The function that renders every page that is not on record as current. */
  async function openUpdate() {
    report('reading the content')
    await renderer.open(timings, reportProgress(report, 'fetching pictures'))
    const codeDigest = await codeDigestOf(options)
    await prepareBundle({ ...options, folder: bundleFolder, codeDigest })
    await renderer.load()
    const assetsFolder = join(bundleFolder, 'client')
    const assets = await listFiles(assetsFolder)
    timings.mark('bundle')
    const folder = await openSiteFolder(distDir, join(dataDir, `publisher/${siteName}.json`), codeDigest)
    for (const file of assets) await folder.write(file, await readFile(join(assetsFolder, file)))
    return createSiteUpdate(renderer, folder, pictures, assets)
  }
}

async function codeDigestOf(options: SiteOptions): Promise<string> {
  const folders = ['src', 'public']
  const files = ['astro.config.mjs', 'package-lock.json']
  for (const folder of folders) {
    for (const file of await listFiles(join(options.root, folder))) files.push(`${folder}/${file}`)
  }
  return digestFiles(
    options.root,
    files,
    [options.siteUrl, options.supabaseUrl, options.publishableKey].join(' '),
  )
}
