import { fork, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeServers, listen } from '../../src/node/listen.ts'
import { migratedCluster, openPglite } from '../../supabase/local/database/pglite.ts'
import { FolderInUse, folderHolder, lockFolder } from '../../src/node/folder-lock.ts'
import { loadKeys } from '../../supabase/local/keys.ts'
import { applyMigrations, createSystemSchema } from '../../supabase/local/database/migrations.ts'
import { startStack } from '../../supabase/local/stack.ts'
import { mountSmallDisk } from '../faults/small-disk.ts'
import { client, SITE_URL } from '../support/database/test-stack.ts'

/** A folder as after a first start. */
let started: string
let dataDir: string

beforeAll(async () => {
  started = await mkdtemp(join(tmpdir(), 'mantel-started-'))
  await (await openPglite(started, migratedCluster)).close()
  await loadKeys(started)
})
afterAll(() => rm(started, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mantel-data-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = (port = 0) => startStack({ port, dataDir, siteUrl: SITE_URL })
const copyStarted = (folder = dataDir) => cp(started, folder, { recursive: true })

test('requests that come while the database is being opened wait for it', async () => {
  await copyStarted()
  const { publishableKey } = await loadKeys(dataDir)
  const { port, servers } = await listen(0, null, () => undefined)
  await closeServers(servers)
  let isStarted = false
  const starting = start(port).finally(() => (isStarted = true))
  const url = `http://127.0.0.1:${port}/rest/v1/categories?select=name`
  const ask = (): Promise<Response> => fetch(url, { headers: { apikey: publishableKey } })
  const status = async () => {
    if (isStarted) throw new Error('started without an answer')
    return (await ask()).status
  }
  await expect.poll(status, { interval: 5 }).toBe(200)
  await (await starting).stop()
})

test('a second start keeps keys, rows, users and files', async () => {
  await copyStarted()
  const first = await start()
  const service = client(first, first.secretKey)
  await service.from('tags').insert({ name: 'Oak', slug: 'oak' })
  await service.auth.admin.createUser({
    email: 'a@mantel.example',
    password: 'long-enough',
    email_confirm: true,
  })
  await service.storage
    .from('media')
    .upload('x/a.pdf', new File(['hello'], 'a.pdf', { type: 'application/pdf' }))
  await first.stop()

  const progress: string[] = []
  const second = await startStack({
    port: 0,
    dataDir,
    siteUrl: SITE_URL,
    onProgress: (line) => progress.push(line),
  })
  try {
    expect(progress).toEqual([])
    expect([second.publishableKey, second.secretKey]).toEqual([first.publishableKey, first.secretKey])
    const again = client(second, second.secretKey)
    expect((await again.from('tags').select('name')).data).toEqual([{ name: 'Oak' }])
    const signIn = await client(second).auth.signInWithPassword({
      email: 'a@mantel.example',
      password: 'long-enough',
    })
    expect(signIn.error).toBeNull()
    expect(await (await fetch(`${second.url}/storage/v1/object/public/media/x/a.pdf`)).text()).toBe('hello')
  } finally {
    await second.stop()
  }
})

test('only its owner can enter a data folder, also one of an earlier version', async () => {
  for (const folder of [join(dataDir, 'new'), join(dataDir, 'old')]) {
    if (folder.endsWith('old')) await mkdir(folder, { mode: 0o755 })
    await (
      await lockFolder(folder)
    )()
    if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o077).toBe(0)
  }
})

test('keys are generated once, also by concurrent calls, in a file only its owner can read', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => loadKeys(dataDir)))
  expect(new Set(all.map((keys) => keys.secretKey)).size).toBe(1)
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'keys.json'))).mode & 0o077).toBe(0)
})

describe('the lock', () => {
  test.each([
    ['taken over from a killed process whose port a silent server has', false],
    ['kept for a process that is too busy to answer', true],
  ])('is %s', async (_, isRunning) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const connected = Promise.withResolvers<void>()
    const silent = createServer(() => connected.resolve())
    try {
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const { port } = silent.address() as AddressInfo
      const pid = isRunning ? process.pid : spawnSync(process.execPath, ['--version']).pid
      await writeFile(join(dataDir, 'lock'), JSON.stringify({ id: 'silent', pid, port }))
      const holder = folderHolder(dataDir)
      await connected.promise
      vi.advanceTimersByTime(10_000)
      expect(await holder).toBe(isRunning ? pid : null)
    } finally {
      silent.close()
      vi.useRealTimers()
    }
  })

  test('refuses a folder that is in use', async () => {
    const unlock = await lockFolder(dataDir)
    await expect(start()).rejects.toThrow(FolderInUse)
    await expect(lockFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`)
    expect(await folderHolder(dataDir)).toBe(process.pid)
    await unlock()
    expect(await folderHolder(dataDir)).toBeNull()
    await (
      await lockFolder(dataDir)
    )()
  })

  test('is given to one of many concurrent calls', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(dataDir)))
    const held = tries.filter((attempt) => attempt.status === 'fulfilled')
    expect(held).toHaveLength(1)
    await held[0]?.value()
  })

  test('is taken over from a killed process, also when its process id is in use again', async () => {
    await writeFile(join(dataDir, 'lock'), JSON.stringify({ id: 'gone', pid: process.pid, port: 1 }))
    const unlock = await lockFolder(dataDir)
    expect(JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await unlock()
  })
})

test('a failed start, here on a taken port, unlocks the folder', async () => {
  await copyStarted()
  const { port, servers } = await listen(0, null, () => undefined)
  const attempt = startStack({ port, dataDir, siteUrl: SITE_URL })
  await expect(attempt).rejects.toThrow(`Port ${port} is in use`)
  expect(await folderHolder(dataDir)).toBeNull()
  await (await start()).stop()
  await closeServers(servers)
})

test('committed rows survive SIGKILL at any moment', async () => {
  await copyStarted()
  let committed = 0
  for (let round = 0; round < 2; round++) {
    const child = fork(join(import.meta.dirname, 'writing-process.ts'), [dataDir])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let written = 0
    child.on('message', (n: number) => {
      committed = n
      written++
    })
    await expect.poll(() => written).toBeGreaterThan(20 + round * 17)
    await expect(start()).rejects.toThrow(FolderInUse)
    child.kill('SIGKILL')
    await ended
  }
  const stack = await start()
  try {
    const [row] = await stack.sql<{ last: number; count: number }>(
      'select max(n)::int as last, count(*)::int as count from public.written',
    )
    expect(row?.count).toBe(row?.last)
    expect(row?.last).toBeGreaterThanOrEqual(committed)
  } finally {
    await stack.stop()
  }
})

test('the log of the database is cut every five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const database = await openPglite(dataDir)
    const checkpoint = () => database.sql('select checkpoint_lsn from pg_control_checkpoint()')
    await database.script('create table written (n int)')
    const before = await checkpoint()
    vi.advanceTimersByTime(5 * 60_000)
    await expect.poll(checkpoint).not.toEqual(before)
    await database.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a full disk refuses what is written with one message, until it has room again', async (context) => {
  const disk = mountSmallDisk(join(dataDir, 'disk'))
  if (disk === null) return context.skip('a small disk can only be mounted as root, or with sudo')
  try {
    await copyStarted(disk.folder)
    const stack = await startStack({ port: 0, dataDir: disk.folder, siteUrl: SITE_URL })
    const service = client(stack, stack.secretKey)
    const insert = (slug: string) => service.from('tags').insert({ name: slug, slug })
    await disk.fill()
    const refused = await insert('oak')
    expect([refused.status, refused.error?.message]).toEqual([507, 'The disk of the server is full'])
    expect((await service.from('tags').select('slug')).data).toEqual([])
    await disk.free()
    expect((await insert('oak')).error).toBeNull()
    await stack.stop()
  } finally {
    disk.unmount()
  }
})

test('a data folder of another PostgreSQL is refused in one line, and kept', async () => {
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(/^The data folder .* was made by another version of Mantel .*$/)
  expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('16\n')
})

test('keys that cannot be read are refused in one line', async () => {
  await writeFile(join(dataDir, 'keys.json'), '{}')
  await expect(start()).rejects.toThrow(/^.*keys\.json does not hold the keys of a data folder.*$/)
})

test('a first start that was killed starts again from nothing', async () => {
  await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17')
  await writeFile(join(dataDir, 'postgres.unfinished'), '')
  const database = await openPglite(dataDir, migratedCluster)
  expect(existsSync(join(dataDir, 'postgres.unfinished'))).toBe(false)
  expect(await database.sql('select name from public.tags')).toEqual([])
  await database.close()
})

describe('migrations', () => {
  let database: Awaited<ReturnType<typeof openPglite>>

  beforeAll(async () => {
    database = await openPglite(null)
    await createSystemSchema(database)
  })
  afterEach(() =>
    database.script(
      'drop table if exists public.t, public.new, public.half, public.site_settings; delete from supabase_migrations.schema_migrations',
    ),
  )
  afterAll(() => database.close())

  const migrate = async (files: Record<string, string>) => {
    const folder = join(dataDir, 'migrations')
    await mkdir(folder, { recursive: true })
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return folder
  }

  test('run once each, in order, with the records of the Supabase CLI', async () => {
    const folder = await migrate({
      '2_more.sql': `insert into public.t values ('it''s \\ 2')`,
      '1_first.sql': 'create table public.t (word text); -- end',
      'notes.md': 'not a migration',
    })
    expect(await applyMigrations(database, folder, () => {})).toEqual(['1_first.sql', '2_more.sql'])
    expect(await applyMigrations(database, folder, () => {})).toEqual([])
    expect(await database.sql('select word from public.t')).toEqual([{ word: "it's \\ 2" }])
    expect(
      await database.sql('select version, name from supabase_migrations.schema_migrations order by version'),
    ).toEqual([
      { version: '1', name: 'first' },
      { version: '2', name: 'more' },
    ])
  })

  test.each([
    ['is gone from the folder', { '2_new.sql': 'create table public.new ()' }],
    [
      'was edited since',
      { '1_first.sql': 'create table public.t (n int)', '2_new.sql': 'create table public.new ()' },
    ],
  ])('none runs when one that the database has %s: the message says how to go on', async (_, files) => {
    await applyMigrations(
      database,
      await migrate({ '1_first.sql': 'create table public.t (word text)' }),
      () => {},
    )
    await rm(join(dataDir, 'migrations'), { recursive: true })
    await expect(applyMigrations(database, await migrate(files), () => {})).rejects.toThrow(
      /^This database was made by another version of Mantel \(its migrations 1 are not.*npm run reset.*$/,
    )
    expect(await database.sql(`select to_regclass('public.new') as new`)).toEqual([{ new: null }])
  })

  test('none runs when one is named below the highest in the database: the message names it and says what to do', async () => {
    const files = { '3_third.sql': 'create table public.t (word text)' }
    await applyMigrations(database, await migrate(files), () => {})
    const folder = await migrate({ '2_late.sql': 'create table public.new ()', '4_next.sql': 'select 1' })
    await expect(applyMigrations(database, folder, () => {})).rejects.toThrow(
      /^The migration 2_late\.sql comes before 3, .*nothing was changed.*name above all others.*npm run migration.*$/,
    )
    expect(await database.sql('select version from supabase_migrations.schema_migrations')).toEqual([
      { version: '3' },
    ])
  })

  test('a start on a data folder of another version changes nothing and gives the folder back', async () => {
    await copyStarted()
    const first = await start()
    await first.sql(`insert into public.tags (name, slug) values ('Oak', 'oak')`)
    await first.sql(`update supabase_migrations.schema_migrations set version = '20261101000000'
      where version = (select min(version) from supabase_migrations.schema_migrations)`)
    await first.stop()
    await expect(start()).rejects.toThrow(
      /^This database was made by another version of Mantel.*20261101000000 are not.*npm run reset.*$/,
    )
    expect(await folderHolder(dataDir)).toBeNull()
    const reopened = await openPglite(dataDir)
    expect(await reopened.sql('select name from public.tags')).toEqual([{ name: 'Oak' }])
    await reopened.close()
  })

  test('a failed migration is rolled back and its line is named', async () => {
    const folder = await migrate({
      '1_bad.sql': 'create table public.half (id int);\nselect 1;\ncreate tabel public.x ();',
    })
    await expect(applyMigrations(database, folder, () => {})).rejects.toThrow(
      /1_bad\.sql failed: syntax error.*line 3/,
    )
    expect(await database.sql(`select to_regclass('public.half') as half`)).toEqual([{ half: null }])
    await writeFile(join(folder, '1_bad.sql'), 'create table public.half (id int);')
    expect(await applyMigrations(database, folder, () => {})).toEqual(['1_bad.sql'])
  })
})
