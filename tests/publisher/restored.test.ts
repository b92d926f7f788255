import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportMagazine } from '../../src/archive/export.ts'
import { restoreMagazine } from '../../src/archive/restore.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { seedDemo } from '../../supabase/seed/seed-demo.ts'
import { client, SITE_URL, startTestStack } from '../support/database/test-stack.ts'
import { isLongRun } from '../support/long-run.ts'
import { coldBuild, compareFolders } from '../support/publisher/cold-build.ts'
import { fillSmallMagazine } from '../support/publisher/small-magazine.ts'
import { emptyMagazine } from '../support/random-magazine.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

test('each page of a restored magazine is as before, byte for byte', async () => {
  const { url: supabaseUrl, secretKey } = stack
  if (isLongRun) await seedDemo({ supabaseUrl, secretKey, onProgress: () => undefined })
  else await fillSmallMagazine(stack, 12)
  const before = await coldBuild(stack, SITE_URL)
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  const path = join(folder, 'magazine.tar')
  const service = client(stack, secretKey)
  const report = () => undefined
  // Without the addresses of people, which no page shows.
  await exportMagazine(service, createWriteStream(path), { with: [], folder, report })
  await emptyMagazine(stack)
  await restoreMagazine(service, path, { private: null, report })
  expect(await compareFolders(before, await coldBuild(stack, SITE_URL))).toEqual([])
})
