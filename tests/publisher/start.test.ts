import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFilesIn } from '../../src/publisher/pictures/urls.ts'
import { folderHolder } from '../../src/node/folder-lock.ts'
import { migratedCluster, openPglite } from '../../supabase/local/database/pglite.ts'
import { startStack } from '../../supabase/local/stack.ts'
import { mountSmallDisk } from '../faults/small-disk.ts'
import { freePort } from '../support/free-port.ts'
import { fillSmallMagazine, must } from '../support/publisher/small-magazine.ts'

/** More pages than one process renders. */
const STORIES = 200

const root = resolve(import.meta.dirname, '../..')
const running = new Set<ChildProcess>()
let folder: string
let settings: { PORT: string; SUPABASE_PORT: string; DATA_DIR: string; DIST_DIR: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-start-'))
  settings = {
    PORT: String(await freePort()),
    SUPABASE_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
  }
  // Not the demo content, which takes a minute; and with the migrations applied.
  await (await openPglite(settings.DATA_DIR, migratedCluster)).close()
  const port = Number(settings.SUPABASE_PORT)
  const stack = await startStack({ port, dataDir: settings.DATA_DIR, siteUrl: 'http://localhost' })
  const { service, pictures } = await fillSmallMagazine(stack, STORIES)
  await giveSlowPicture(service, pictures[0] ?? '')
  await stack.stop()
})

afterAll(async () => {
  for (const { pid } of running) if (pid !== undefined) killGroup(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Replaces a picture by a larger one of noise, whose copies take seconds. */
async function giveSlowPicture(service: SupabaseClient, url: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#333', noise } })
  const [, path = ''] = url.split('/public/media/')
  const file = await picture.jpeg().toBuffer()
  await must(service.storage.from('media').upload(path, file, { contentType: 'image/jpeg', upsert: true }))
}

function run(command: string, args: string[], env: Record<string, string>) {
  const started = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as of a terminal.
    detached: true,
  })
  running.add(started)
  const output = { stdout: '', stderr: '' }
  started.stdout.on('data', (part: Buffer) => (output.stdout += part.toString()))
  started.stderr.on('data', (part: Buffer) => (output.stderr += part.toString()))
  const ended = once(started, 'exit').then(([status]) => {
    running.delete(started)
    return status as number | null
  })
  return { pid: started.pid ?? 0, output, ended }
}

/** Runs `npm start` until it is ready. */
async function startMagazine(env: Record<string, string> = {}) {
  const magazine = run('npm', ['start'], env)
  await expect.poll(() => magazine.output.stdout).toMatch(/^ready /m)
  return magazine
}

let left: ReturnType<typeof startMagazine> | null = null

/** The magazine that the test before has left running, or else a new one. */
function takeMagazine(): ReturnType<typeof startMagazine> {
  const taken = left ?? startMagazine()
  left = null
  return taken
}

/** The lines that a start prints on stderr before it ends with status 1. */
async function failedStart(env: Record<string, string>): Promise<string[]> {
  const { output, ended } = run(process.execPath, ['scripts/start.ts'], env)
  expect(await ended).toBe(1)
  return output.stderr.trimEnd().split('\n')
}

function killGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

test.runIf(process.platform !== 'win32')(
  'is ready before the copies of pictures are made: one that is asked for is made at once, and the others follow, also after a kill',
  async () => {
    const { pid, output, ended } = await startMagazine()
    expect(output.stdout.match(/bundling the site/g)).toHaveLength(1)
    const page = await readFile(join(settings.DIST_DIR, 'article/a-room-with-0-windows.html'), 'utf8')
    const named = [...pictureFilesIn(page)]
    const missing = () => named.filter((file) => !existsSync(join(settings.DIST_DIR, '_images', file)))
    const site = `http://localhost:${settings.PORT}`
    const wide = named.find((file) => file.endsWith('-2000.webp')) ?? ''
    expect(missing()).toContain(wide)
    const response = await fetch(`${site}/_images/${wide}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const { width, height, format } = await sharp(await response.bytes()).metadata()
    expect({ width, height, format }).toEqual({ width: 2000, height: 1500, format: 'webp' })
    killGroup(pid, 'SIGKILL')
    await ended
    expect(missing()).not.toEqual([])

    left = startMagazine({
      NODE_OPTIONS: `--import ${join(root, 'tests/support/publisher/quick-pictures.ts')}`,
    })
    const next = await left
    expect(next.output.stdout).not.toMatch(/bundling the site|rendering pages/)
    await expect.poll(missing).toEqual([])
  },
)

test.runIf(process.platform !== 'win32')(
  'SIGTERM to npm ends the magazine; a second start and a taken port fail with one line until then',
  async () => {
    const { pid, ended } = await takeMagazine()
    const holder = await folderHolder(settings.DATA_DIR)
    const [PORT, SUPABASE_PORT] = [String(await freePort()), String(await freePort())]

    const inUse = [
      `The data folder ${settings.DATA_DIR} is in use by process ${holder}. Stop that one first, or set DATA_DIR to another folder.`,
    ]
    expect(await failedStart({ PORT, SUPABASE_PORT })).toEqual(inUse)
    expect(await failedStart({})).toEqual(inUse)
    const DATA_DIR = join(folder, 'other')
    expect(await failedStart({ SUPABASE_PORT, DATA_DIR })).toEqual([
      `Port ${settings.PORT} is in use, perhaps by another Mantel: stop that program, or set PORT and SUPABASE_PORT to free ports.`,
    ])
    expect(await failedStart({ PORT, DATA_DIR })).toEqual([
      `Port ${settings.SUPABASE_PORT} is in use, perhaps by another Mantel: stop that program, or set PORT and SUPABASE_PORT to free ports.`,
    ])
    // Found out before the database is made, which takes seconds.
    expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(false)

    process.kill(pid, 'SIGTERM')
    expect(await ended).toBe(0)
    // Nothing of its group is left, and it gave its folders back.
    await expect.poll(() => killGroup(pid, 0)).toBe(false)
    expect(await folderHolder(settings.DATA_DIR)).toBeNull()
    expect(await folderHolder(join(settings.DATA_DIR, 'publisher'))).toBeNull()
  },
)

test.runIf(process.platform !== 'win32')(
  'a first build that is killed half-way goes on where it was',
  async () => {
    for (const built of [settings.DIST_DIR, join(settings.DATA_DIR, 'publisher')])
      await rm(built, { recursive: true, force: true })
    const articles = join(settings.DIST_DIR, 'article')
    await mkdir(articles, { recursive: true })
    // A pipe in place of a page that follows the stories holds the build there: reading it waits for a writer.
    const held = join(settings.DIST_DIR, 'authors.html')
    execFileSync('mkfifo', [held])
    const pages = async () => (await readdir(articles)).filter((file) => file.endsWith('.html'))
    const { pid, output, ended } = run('npm', ['start'], {})
    await expect.poll(async () => (await pages()).length).toBeGreaterThan(STORIES / 2)
    killGroup(pid, 'SIGKILL')
    await ended
    expect(output.stdout).not.toMatch(/^ready /m)
    await rm(held)
    const before = (await pages()).length

    left = startMagazine()
    const next = await left
    expect(await pages()).toHaveLength(STORIES)
    const [, rendered] = /rendering pages (\d+)\/\1$/m.exec(next.output.stdout) ?? []
    const files = await readdir(settings.DIST_DIR, { recursive: true })
    const isPage = (file: string) => /^share\/|\.(?:html|md|xml|txt|json|webmanifest)$/.test(file)
    const all = files.filter((file) => isPage(file) && !file.startsWith('_astro'))
    // Written pages are recorded fifty at a time: the last ones are written again.
    expect(Number(rendered)).toBeLessThan(all.length - before / 3)
  },
)

test.runIf(process.platform !== 'win32')(
  'is ready with pages that name the present port of the API, also after the port was another',
  async () => {
    const { pid, ended } = await takeMagazine()
    killGroup(pid, 'SIGTERM')
    await ended
    const SUPABASE_PORT = String(await freePort())
    left = startMagazine({ SUPABASE_PORT })
    await left
    const page = await readFile(join(settings.DIST_DIR, 'article/a-room-with-0-windows.html'), 'utf8')
    expect(page).toContain(`:${SUPABASE_PORT}`)
    expect(page).not.toContain(`:${settings.SUPABASE_PORT}`)
  },
)

test.runIf(process.platform !== 'win32')(
  'Ctrl-C, which reaches npm and its script, ends the magazine with time to clean up',
  async () => {
    const { pid, ended } = await takeMagazine()
    killGroup(pid, 'SIGINT')
    expect(await ended).toBe(0)
    await expect.poll(() => killGroup(pid, 0)).toBe(false)
    expect(await folderHolder(settings.DATA_DIR)).toBeNull()
  },
)

test('a start on a full disk fails with one line, and succeeds when there is room again', async (context) => {
  const disk = mountSmallDisk(join(folder, 'disk'))
  if (disk === null) return context.skip('a small disk can only be mounted as root, or with sudo')
  try {
    const DATA_DIR = join(disk.folder, 'data')
    await disk.fill()
    const [line = '', ...more] = await failedStart({ DATA_DIR })
    expect(more).toEqual([])
    expect(line).toMatch(
      /^The disk of .*data is full: 0 MB are free, 48 are needed\. Free some space and start again\.$/,
    )
    await disk.free()
    const stack = await startStack({ port: 0, dataDir: DATA_DIR, siteUrl: 'http://localhost' })
    await stack.stop()
  } finally {
    disk.unmount()
  }
})
