import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { coldBuild, compareFolders } from '../support/cold-build.ts'
import { type SitePublisher, startSitePublisher } from '../support/site-publisher.ts'
import { fillSmallMagazine } from '../support/small-magazine.ts'

/** Enough that their pages are rendered in several processes, and few enough that `astro build` takes seconds. */
const STORIES = 480

const siteUrl = 'http://localhost:4321'
let stack: Stack
let site: SitePublisher

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  await fillSmallMagazine(stack, STORIES)
  // Some of them are dated in the future.
  await stack.sql(`update articles set published_at = published_at - interval '2 years'`)
  site = await startSitePublisher(stack, siteUrl)
})

afterAll(async () => {
  await site?.stop()
  await stack?.stop()
})

test('pages that several processes render equal those of a build in one process', async () => {
  await site.publisher.idle()
  expect(await compareFolders(site.dist, await coldBuild(stack, siteUrl))).toEqual([])
})

test('pages that several processes render again, after a change that all of them show, equal those of a build in one process', async () => {
  await stack.sql(`insert into site_settings (social_url) values ('https://social.example/mantel')`)
  site.publisher.wake()
  await site.publisher.idle()
  expect(await compareFolders(site.dist, await coldBuild(stack, siteUrl))).toEqual([])
})
