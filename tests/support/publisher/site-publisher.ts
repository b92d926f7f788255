import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CopyRequests } from '../../../src/publisher/pictures/on-request.ts'
import { Publisher, type PublisherOptions } from '../../../src/publisher/publisher.ts'
import type { Stack } from '../../../supabase/local/stack.ts'
import { removeBundle, shareBundle, takeBundle } from './site-bundle.ts'
import './quick-copies.ts'

export interface SitePublisher {
  publisher: Publisher
  /** The folder of the site. */
  dist: string
  /** Stops the publisher and removes its bundle. */
  stop(): Promise<void>
}

interface SitePublisherOptions extends Partial<
  Pick<PublisherOptions, 'delivery' | 'copyRequests' | 'pollMs'>
> {
  /**
   * Whether it makes its bundle itself, for comparison with the files of `astro build`. The files of the kept bundle have
   * other names: digests of their bytes before the addresses in them were replaced.
   */
  ownBundle?: boolean
}

/** Starts a publisher of the stack's content in a temporary folder. A bundle that it makes is kept for other tests. */
export async function startSitePublisher(
  stack: Stack,
  siteUrl: string,
  { ownBundle = false, ...options }: SitePublisherOptions = {},
): Promise<SitePublisher> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-site-'))
  const dist = join(folder, 'dist')
  const site = { supabaseUrl: stack.url, publishableKey: stack.publishableKey, siteUrl, distDir: dist }
  if (!ownBundle) await takeBundle(site)
  const publisher = await Publisher.start({
    root: resolve(import.meta.dirname, '../../..'),
    ...site,
    secretKey: stack.secretKey,
    dataDir: join(folder, 'data'),
    copyRequests: new CopyRequests(),
    delivery: null,
    report: () => undefined,
    ...options,
  })
  await publisher.firstBuild
  if (ownBundle) await shareBundle(site)
  return {
    publisher,
    dist,
    async stop() {
      await publisher.stop()
      await removeBundle(site)
    },
  }
}
