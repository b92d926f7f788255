/** The bundle of the site: made by Astro's own build in a process of its own, and kept between starts. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { digestFiles, listFiles } from '../../node/files.ts'
import { forkShortLived } from '../../node/fork-short-lived.ts'
import type { Report } from '../../node/report.ts'
import { checkAstroVersion, readBundle } from './astro-adapter.ts'

/** What a bundle is made for. The addresses and the key are compiled into it. */
export interface BundledSite {
  /** The project's folder, with astro.config.mjs. */
  root: string
  supabaseUrl: string
  publishableKey: string
  siteUrl: string
  /** Where the admin reaches the publisher; '', or left out: at the site's own address. */
  publisherUrl?: string
  /** Whether the server of the pages passes their requests on to Supabase: they ask it at their own address. */
  isApiPassedOn?: boolean
  /** The folder that the site is written to. */
  distDir: string
  report: Report
}

export interface SiteBundle {
  /** Within the project, where it finds its packages. */
  folder: string
  /** A digest of the code and of what is compiled into it. */
  codeDigest: string
}

/** The bundle that a site needs, whether it has been made or not. */
export async function bundleOf(site: Omit<BundledSite, 'report'>): Promise<SiteBundle> {
  return { folder: bundleFolderOf(site), codeDigest: await codeDigestOf(site) }
}

/** What the files of a site in DATA_DIR are called. */
export const siteNameOf = (distDir: string): string =>
  createHash('sha256').update(distDir).digest('hex').slice(0, 12)

/** Where the bundle of a site is kept. */
export const bundleFolderOf = ({ root, distDir }: Pick<BundledSite, 'root' | 'distDir'>): string =>
  join(root, '.local/bundles', siteNameOf(distDir))

/** A digest of the code of a bundle and of what is compiled into it. */
export async function codeDigestOf(site: Omit<BundledSite, 'report'>): Promise<string> {
  const files = ['astro.config.mjs', 'package-lock.json']
  for (const file of await listFiles(join(site.root, 'src'))) files.push(`src/${file}`)
  const compiledIn = [
    site.siteUrl,
    site.supabaseUrl,
    site.publishableKey,
    site.publisherUrl ?? '',
    ...(site.isApiPassedOn ? ['passed on'] : []),
  ]
  return digestFiles(site.root, files, compiledIn.join(' '))
}

/** The bundles that are being made, by folder. */
const bundling = new Map<string, Promise<void>>()

/**
 * Bundles the site: `client/` has the assets and public files, `server/` renders any address in memory by the very code
 * that a cold `astro build` runs, so that both write the same bytes. Made again when `codeDigest` is another. A second
 * call for a folder waits for the first.
 */
export async function prepareBundle(site: BundledSite, bundle?: SiteBundle): Promise<void> {
  const { folder, codeDigest } = bundle ?? (await bundleOf(site))
  checkAstroVersion((createRequire(import.meta.url)('astro/package.json') as { version: string }).version)
  await bundling.get(folder)
  if ((await readBundle(folder))?.codeDigest === codeDigest) return
  const job = makeBundle(site, { folder, codeDigest }).finally(() => bundling.delete(folder))
  bundling.set(folder, job)
  await job
}

/** Bundles in a process of its own: the memory that bundling takes is given back when it ends. */
async function makeBundle(site: BundledSite, { folder, codeDigest }: SiteBundle): Promise<void> {
  const { root, report } = site
  report('bundling the site')
  await rm(folder, { recursive: true, force: true })
  const child = forkShortLived(join(import.meta.dirname, 'bundle-process.ts'), [root, folder, codeDigest], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SUPABASE_URL: site.supabaseUrl,
      SUPABASE_PUBLISHABLE_KEY: site.publishableKey,
      SITE_URL: site.siteUrl,
      PUBLISHER_URL: site.publisherUrl ?? '',
      API_PASSED_ON: String(site.isApiPassedOn ?? false),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  if ((await readBundle(folder)) === null) throw new Error(`The site cannot be bundled: ${errors.trim()}`)
}
