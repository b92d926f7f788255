import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTar, tarOf } from './tar.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tar-'))
})
afterAll(() => rm(folder, { recursive: true }))

const FILES = {
  'manifest.json': '{}',
  'files/empty': '',
  [`files/${'a'.repeat(64)}`]: 'x'.repeat(512),
  'tables/a.jsonl': 'ü\n',
}

async function made(): Promise<Buffer> {
  const files = Object.entries(FILES).map(([name, text]) => ({
    ...{ name, size: Buffer.byteLength(text) },
    bytes: async function* () {
      yield Buffer.from(text)
    },
  }))
  return Buffer.concat(await Array.fromAsync(tarOf(files)))
}

async function read(bytes: Buffer): Promise<Record<string, string>> {
  const source = {
    ...{ name: 'a.tar', size: bytes.length },
    read: (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length)),
    close: async () => {},
  }
  const entries = await Array.fromAsync(readTar(source))
  return Object.fromEntries(
    entries.map(({ name, start, size }) => [name, bytes.toString('utf8', start, start + size)]),
  )
}

test('other programs read what is written, and what they write is read', async () => {
  await writeFile(join(folder, 'a.tar'), await made())
  execFileSync('tar', ['xf', 'a.tar'], { cwd: folder })
  for (const [name, text] of Object.entries(FILES))
    expect(await readFile(join(folder, name), 'utf8')).toBe(text)
  execFileSync('tar', ['cf', 'b.tar', '--format=ustar', ...Object.keys(FILES)], { cwd: folder })
  expect(await read(await readFile(join(folder, 'b.tar')))).toEqual(FILES)
})

test('every bit that is changed in a header or between files is noticed', async () => {
  const bytes = await made()
  const content = new Set([512, 513])
  // The text of the other files: their digests tell.
  for (let at = 3 * 512 + 512; at < 3 * 512 + 1024; at += 1) content.add(at)
  for (let at = 0; at < 1024; at += 1) {
    if (content.has(at)) continue
    const damaged = Buffer.from(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    await expect(read(damaged), `byte ${at}`).rejects.toThrow('a.tar')
  }
})
