import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCopyRequests } from '../../src/publisher/copy-requests.ts'
import { type Publisher, startPublisher } from '../../src/publisher/publisher.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { coldBuild, compareFolders } from '../support/cold-build.ts'
import { removeBundle, shareBundle } from '../support/site-bundle.ts'
import { fillSmallMagazine } from '../support/small-magazine.ts'

/** Enough that their pages are rendered in several processes, and few enough that `astro build` takes seconds. */
const STORIES = 480

const siteUrl = 'http://localhost:4321'
let stack: Stack
let publisher: Publisher
let dist: string

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  await fillSmallMagazine(stack, STORIES)
  // Some of them are dated in the future.
  await stack.sql(`update articles set published_at = published_at - interval '2 years'`)
  const folder = await mkdtemp(join(tmpdir(), 'mantel-many-'))
  dist = join(folder, 'dist')
  const site = { supabaseUrl: stack.url, publishableKey: stack.publishableKey, siteUrl, distDir: dist }
  publisher = await startPublisher({
    root: resolve(import.meta.dirname, '../..'),
    ...site,
    secretKey: stack.secretKey,
    dataDir: join(folder, 'data'),
    copyRequests: createCopyRequests(),
    delivery: null,
    report: () => undefined,
  })
  await shareBundle(site)
})

afterAll(async () => {
  await publisher?.stop()
  await stack?.stop()
  await removeBundle({ distDir: dist })
})

test('pages that several processes render equal those of a build in one process', async () => {
  await publisher.idle()
  expect(await compareFolders(dist, await coldBuild(stack, siteUrl))).toEqual([])
})

test('so they do after a change that every page shows', async () => {
  await stack.sql(`insert into site_settings (social_url) values ('https://social.example/mantel')`)
  publisher.wake()
  await publisher.idle()
  expect(await compareFolders(dist, await coldBuild(stack, siteUrl))).toEqual([])
})
