import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expiredAssets } from './old-assets.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 1)

async function openRecord() {
  const file = join(await mkdtemp(join(tmpdir(), 'mantel-assets-')), 'old-assets.json')
  const expired = (hour: number, ...unused: string[]) => expiredAssets(unused, file, START + hour * HOUR_MS)
  return { file, expired }
}

test('a script of earlier code stays for a day from when it was first unused', async () => {
  const { expired } = await openRecord()
  expect(await expired(0, 'a.js')).toEqual([])
  expect(await expired(20, 'a.js', 'b.js')).toEqual([])
  expect(await expired(24, 'a.js', 'b.js')).toEqual(['a.js'])
  expect(await expired(44, 'b.js')).toEqual(['b.js'])
})

test('a script that was used again meanwhile stays for another day', async () => {
  const { expired } = await openRecord()
  await expired(0, 'a.js')
  await expired(10)
  expect(await expired(30, 'a.js')).toEqual([])
  expect(await expired(54, 'a.js')).toEqual(['a.js'])
})

test('a broken record, or a clock that was ahead, keeps no script for longer than a day from now', async () => {
  const { file, expired } = await openRecord()
  for (const text of ['no JSON', '{"a.js": "yesterday"}', 'null']) {
    await writeFile(file, text)
    expect(await expired(0, 'a.js')).toEqual([])
    expect(await readFile(file, 'utf8')).toBe(`{"a.js":${START}}`)
  }
  await expired(1_000, 'b.js')
  expect(await expired(0, 'b.js')).toEqual([])
  expect(await expired(24, 'b.js')).toEqual(['b.js'])
})
