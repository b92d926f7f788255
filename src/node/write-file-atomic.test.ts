import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeFileAtomic } from './write-file-atomic.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-write-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('creates missing folders, replaces the file and leaves no temporary one', async () => {
  const file = join(folder, 'a/b/c.txt')
  await writeFileAtomic(file, 'one')
  await writeFileAtomic(file, Buffer.from('two'))
  expect(await readFile(file, 'utf8')).toBe('two')
  expect(await readdir(join(folder, 'a/b'))).toEqual(['c.txt'])
})

test('keeps the old content when the data fails half-way', async () => {
  const file = join(folder, 'c.txt')
  await writeFileAtomic(file, 'one')
  async function* failing() {
    yield Buffer.from('tw')
    throw new Error('connection lost')
  }
  await expect(writeFileAtomic(file, failing())).rejects.toThrow('connection lost')
  expect(await readFile(file, 'utf8')).toBe('one')
  expect(await readdir(folder)).toEqual(['c.txt'])
})
