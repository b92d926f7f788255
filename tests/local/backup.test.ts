import { mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { type DrillOptions, runDrill } from '../../src/backup/drill.ts'
import { backupsAmong } from '../../src/backup/names.ts'
import { recordRun } from '../../src/backup/runs.ts'
import { type BackupStore, bucketStore, folderStore } from '../../src/backup/store.ts'
import { Bucket } from '../../src/publisher/delivery/bucket.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, startTestStack } from '../support/database/test-stack.ts'
import { startS3Server } from '../support/delivery/s3-server.ts'

const PASSPHRASE = 'lamps and chairs'

let stack: Stack
let service: SupabaseClient
let folder: string
let store: BackupStore
beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  await stack.sql(`insert into public.site_settings (site_name) values ('Salt')`)
  await stack.sql(
    `insert into public.articles (title, slug, status, published_at, content)
     values ('Grey salt', 'grey-salt', 'published', now(), '{"html": "<p>Of the sea.</p>"}')`,
  )
})
afterAll(() => stack.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  store = folderStore(folder)
  await stack.sql('delete from public.backup_runs')
})

let second = 0
function backUp(into: BackupStore = store, keep = 3, passphrase: string | null = null) {
  second += 1
  const now = new Date(Date.UTC(2026, 10, 30, 2, 0, second))
  return makeBackup(service, { store: into, keep, passphrase, now, report: () => undefined })
}

test('a backup is one file, and with a passphrase two; as many stay as are kept', async () => {
  for (const passphrase of [null, null, PASSPHRASE, PASSPHRASE]) await backUp(store, 3, passphrase)
  const backups = backupsAmong(await readdir(folder))
  expect(backups.map(({ hasSecond }) => hasSecond)).toEqual([true, true, false])
  expect(await readdir(folder)).toHaveLength(5)
})

test('a backup that fails leaves the former ones, and nothing that looks like one', async () => {
  const first = await backUp()
  const failing: BackupStore = { ...store, put: () => Promise.reject(new Error('The disk is full')) }
  await expect(backUp(failing, 1)).rejects.toThrow('The disk is full')
  expect(await readdir(folder)).toEqual([first.archive])
})

test('a backup in a bucket comes back as it went', async () => {
  const server = await startS3Server(await mkdtemp(join(tmpdir(), 's3-')))
  try {
    const bucket = bucketStore(new Bucket({ ...server.settings(), prefix: 'backups/' }))
    const made = await backUp(bucket, 1, PASSPHRASE)
    const later = await backUp(bucket, 1)
    expect(await bucket.list()).toEqual([later.archive])
    const [there, here] = [join(folder, 'there'), join(folder, 'here')]
    await bucket.get(later.archive, there)
    await writeFile(here, 'not yet')
    expect((await readFile(there)).subarray(0, 13).toString()).toBe('manifest.json')
    await expect(bucket.get(made.archive, here)).rejects.toThrow('refused a request')
  } finally {
    await server.close()
  }
})

/** Builds a page for each story that readers see. */
async function build({ url, publishableKey }: { url: string; publishableKey: string }, dist: string) {
  const { data, error } = await client({ url, publishableKey })
    .from('articles')
    .select('slug, title, content')
  if (error !== null) throw error
  await mkdir(dist, { recursive: true })
  for (const row of data) await writeFile(join(dist, `${String(row.slug)}.html`), JSON.stringify(row))
}

async function drill(options: Partial<DrillOptions> = {}) {
  return runDrill({
    ...{ store, passphrase: null, magazine: { ...stack, service }, backUp: () => backUp(), build },
    folder: await mkdtemp(join(tmpdir(), 'drill-')),
    startEmpty: async () => {
      const empty = await startTestStack()
      return { ...empty, service: client(empty, empty.secretKey) }
    },
    report: () => undefined,
    ...options,
  })
}

test('a drill restores the newest backup and finds all pages equal', async () => {
  const { archive } = await backUp(store, 3, PASSPHRASE)
  expect(await drill({ passphrase: PASSPHRASE })).toEqual({
    ...{ archive, pages: 1, what: '1 page and all rows and files are equal' },
  })
  expect(await readdir(folder)).toHaveLength(2)
})

test('a drill of a magazine that has changed since makes a backup first', async () => {
  await backUp()
  await stack.sql(`update public.articles set title = 'Red salt'`)
  const { archive } = await drill()
  expect(backupsAmong(await readdir(folder)).map((backup) => backup.archive)[0]).toBe(archive)
  expect(await readdir(folder)).toHaveLength(2)
})

test('a page that is another one fails the drill, and is named', async () => {
  let builds = 0
  const other: DrillOptions['build'] = async (magazine, dist) => {
    builds += 1
    await build(magazine, dist)
    if (builds === 2) await writeFile(join(dist, 'grey-salt.html'), 'Another')
  }
  await expect(drill({ build: other })).rejects.toThrow(
    '1 of 1 files differ, the first: /grey-salt.html is another one',
  )
})

test('a backup that was changed is refused, and the failure is recorded', async () => {
  const { archive } = await backUp()
  const file = join(folder, archive)
  const bytes = await readFile(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(file, bytes)
  await expect(recordRun(service, 'drill', () => drill())).rejects.toThrow(archive)
  const { data } = await service.from('backup_runs').select('kind, is_ok, what')
  expect(data).toMatchObject([
    { kind: 'drill', is_ok: false, what: expect.stringContaining(archive) as string },
  ])
})

test('the backup that was restored last stays among the ones that go', async () => {
  const { archive } = await recordRun(service, 'drill', () => drill())
  for (let more = 3; more > 0; more -= 1) await backUp(store, 1)
  expect(backupsAmong(await readdir(folder)).map((backup) => backup.archive)).toContain(archive)
  expect(await readdir(folder)).toHaveLength(2)
})
