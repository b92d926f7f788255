import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFiles } from '../../src/publisher/site-folder.ts'
import { type Stack, startStack } from '../../supabase/local/stack.ts'
import { coldBuild, compareFolders } from '../support/cold-build.ts'
import { seededRandom } from '../support/random.ts'
import { type SmallMagazine, fillSmallMagazine, must, story } from '../support/small-magazine.ts'

const siteUrl = 'http://localhost:4321'
let stack: Stack
let magazine: SmallMagazine
let dist: string
let data: string
let child: ChildProcess | undefined

beforeAll(async () => {
  stack = await startStack({ port: 0, dataDir: null, siteUrl })
  magazine = await fillSmallMagazine(stack, 12)
  const folder = await mkdtemp(join(tmpdir(), 'mantel-killed-'))
  dist = join(folder, 'dist')
  data = join(folder, 'data')
})

afterAll(async () => {
  child?.kill('SIGKILL')
  await stack?.stop()
})

/** Starts the publisher; resolves when it has caught up. */
function start(): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [join(import.meta.dirname, 'publisher-process.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SUPABASE_URL: stack.url,
        SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
        SUPABASE_SECRET_KEY: stack.secretKey,
        SITE_URL: siteUrl,
        DATA_DIR: data,
        DIST_DIR: dist,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    started.stderr?.on('data', (part: Buffer) => (output += part.toString()))
    started.stdout?.on('data', (part: Buffer) => {
      if (part.toString().includes('ready')) resolve(started)
    })
    started.on('exit', () => reject(new Error(`the publisher ended: ${output}`)))
  })
}

async function halfWritten(): Promise<string[]> {
  const broken: string[] = []
  for (const file of await listFiles(dist)) {
    if (file.endsWith('.html') && !(await readFile(join(dist, file), 'utf8')).trimEnd().endsWith('</html>'))
      broken.push(file)
  }
  return broken
}

test('leaves whole pages when killed in the middle of its work, and publishes what is missing when started again', async () => {
  const random = seededRandom(7)
  let made = 200
  for (let round = 0; round < 6; round++) {
    child = await start()
    // Pages that many others show: each change below makes the publisher write for a while.
    for (let n = 0; n < 3; n++) {
      await must(magazine.service.from('articles').insert(story(magazine, made++)))
      await must(
        magazine.service
          .from('site_settings')
          .upsert({ id: '00000000-0000-4000-8000-000000000001', tagline: `tagline ${random.below(1e6)}` }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, random.below(150)))
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    expect(await halfWritten()).toEqual([])
  }
  child = await start()
  for (let n = 200; n < made; n++) {
    expect(await readFile(join(dist, `article/a-room-with-${n}-windows.html`), 'utf8')).toContain(
      `A room with ${n} windows`,
    )
  }
  expect(await compareFolders(dist, await coldBuild(stack, siteUrl))).toEqual([])
})
