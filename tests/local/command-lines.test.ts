import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '../../src/node/folder-lock.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'mantel-data-')), '.local')
  await mkdir(dataDir)
})
afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }))

/** Runs a script to its end. Its output, on both streams, is `text`. */
function run(script: string, env: Record<string, string> = {}): Promise<{ status: unknown; text: string }> {
  const file = join(import.meta.dirname, '..', '..', 'scripts', script)
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env: { DATA_DIR: dataDir, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, text: (stdout + stderr).trim() }),
    )
  })
}

/** Puts files into the data folder, one of them inside each folder. */
async function fill(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(dataDir, name, '..'), { recursive: true })
    await writeFile(join(dataDir, name), '')
  }
}

describe('npm run reset', () => {
  test('empties a data folder', async () => {
    await fill(
      'keys.json',
      'postgres/PG_VERSION',
      'storage/a',
      'publisher/id',
      'pictures/a',
      'social-cards/a',
    )
    await fill('lock', 'postgres.unfinished', 'bundles/a', 'bench-100/keys.json', 'site/index.html')
    expect(await run('reset.ts', { DIST_DIR: join(dataDir, 'site') })).toEqual({
      status: 0,
      text: `${dataDir} is empty`,
    })
    expect(await readdir(dataDir)).toEqual([])
    expect(await run('reset.ts')).toEqual({ status: 0, text: `${dataDir} is empty` })
  })

  test('empties the folder of a publisher without a local Supabase, and needs none', async () => {
    await fill('publisher/id', 'pictures/a')
    expect(await run('reset.ts')).toEqual({ status: 0, text: `${dataDir} is empty` })
    await rm(dataDir, { recursive: true })
    expect(await run('reset.ts')).toEqual({ status: 0, text: `${dataDir} is empty` })
    expect(await readdir(join(dataDir, '..'))).toEqual([])
  })

  test('keeps what others have put there', async () => {
    await fill('keys.json', 'postgres/PG_VERSION', 'notes.txt', 'share/a')
    expect(await run('reset.ts')).toEqual({
      status: 0,
      text: `${dataDir} is empty, but for notes.txt, share`,
    })
    expect(await readdir(dataDir)).toEqual(['notes.txt', 'share'])
  })

  test('touches no folder that is not one of Mantel, whatever it is called', async () => {
    await fill('share/a', 'pictures/a')
    expect(await run('reset.ts')).toEqual({
      status: 1,
      text: `${dataDir} does not look like a data folder of this project, so nothing was deleted.`,
    })
    expect(await readdir(dataDir)).toEqual(['pictures', 'share'])
  })

  test.each(['.', 'publisher'])('touches nothing while the folder %s is in use', async (folder) => {
    await fill('keys.json', 'publisher/id')
    const unlock = await lockFolder(join(dataDir, folder))
    expect(await run('reset.ts')).toEqual({
      status: 1,
      text: `${dataDir} is in use by process ${process.pid}. Stop it first.`,
    })
    expect(await readdir(dataDir)).toContain('keys.json')
    await unlock()
  })
})

test.each(['keys.ts', 'reset.ts'])('%s names a setting that is not valid in one line', async (script) => {
  const { status, text } = await run(script, { PORT: 'abc' })
  expect(status).toBe(1)
  expect(text).toMatch(/^.*PORT.*$/)
})
