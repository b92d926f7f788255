import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  type BundledSite,
  bundleFolderOf,
  codeDigestOf,
  prepareBundle,
} from '../../../src/publisher/rendering/bundle.ts'

type Site = Pick<BundledSite, 'supabaseUrl' | 'publishableKey' | 'siteUrl' | 'distDir'>

const root = resolve(import.meta.dirname, '../../..')
const PREFIX = 'tests-'
const TEXT_FILE = /\.(?:m?js|css|html|json|txt|xml)$|^_/

/**
 * Puts a bundle where the publisher of this site looks for its own: a copy, with the addresses of this site, of the bundle
 * kept by `shareBundle`. Without one, or when the code has changed, makes it and keeps it.
 */
export async function takeBundle(site: Site): Promise<void> {
  const kept = await keptFolder()
  if (!existsSync(kept)) {
    await prepareBundle({ root, ...site, report: () => undefined })
    return shareBundle(site)
  }
  const from = JSON.parse(await readFile(join(kept, 'site.json'), 'utf8')) as Omit<Site, 'distDir'>
  const values = new Map([
    [from.supabaseUrl, site.supabaseUrl],
    [from.siteUrl, site.siteUrl],
    [from.publishableKey, site.publishableKey],
  ])
  const replaced = new RegExp([...values.keys()].map(RegExp.escape).join('|'), 'g')
  const folder = bundleFolderOf({ root, ...site })
  await cp(join(kept, 'bundle'), folder, { recursive: true })
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT_FILE.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const text = await readFile(file, 'utf8')
    if (text.search(replaced) !== -1)
      await writeFile(
        file,
        text.replace(replaced, (value) => values.get(value) ?? value),
      )
  }
  const bundle = JSON.parse(await readFile(join(folder, 'bundle.json'), 'utf8')) as object
  const codeDigest = await codeDigestOf({ root, ...site })
  await writeFile(join(folder, 'bundle.json'), JSON.stringify({ ...bundle, codeDigest }))
}

/** Keeps a copy of this site's bundle for `takeBundle`, also of later runs: to make one takes 12 s of a processor. */
export async function shareBundle(site: Site): Promise<void> {
  const kept = await keptFolder()
  if (existsSync(kept)) return
  const bundles = dirname(kept)
  for (const name of await readdir(bundles))
    if (name.startsWith(PREFIX)) await rm(join(bundles, name), { recursive: true, force: true })
  const copy = join(bundles, randomUUID())
  await mkdir(copy)
  await cp(bundleFolderOf({ root, ...site }), join(copy, 'bundle'), { recursive: true })
  const { supabaseUrl, publishableKey, siteUrl } = site
  await writeFile(join(copy, 'site.json'), JSON.stringify({ supabaseUrl, publishableKey, siteUrl }))
  // Of tests at the same moment, the first one's is kept.
  await rename(copy, kept).catch(() => rm(copy, { recursive: true }))
}

export async function removeBundle(site: Pick<Site, 'distDir'>): Promise<void> {
  await rm(bundleFolderOf({ root, ...site }), { recursive: true, force: true })
}

/** Named by the code, whatever the addresses. */
async function keptFolder(): Promise<string> {
  const site = { root, supabaseUrl: '', publishableKey: '', siteUrl: '', distDir: '' }
  return join(dirname(bundleFolderOf(site)), `${PREFIX}${(await codeDigestOf(site)).slice(0, 12)}`)
}
