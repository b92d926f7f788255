import { mkdtemp } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureFiles } from '../content/pictures.ts'
import { openPictureStore } from './picture-store.ts'

const files: Record<string, Uint8Array> = {}
let server: Server
let base: string
let status = 200

beforeAll(async () => {
  server = createServer((request, response) => {
    const file = files[request.url?.slice(1) ?? '']
    response.writeHead(file ? status : 404).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d5548' } })

async function openStore() {
  const reports: string[] = []
  const folder = await mkdtemp(join(tmpdir(), 'mantel-pictures-'))
  const store = await openPictureStore(folder, (line) => reports.push(line))
  return { store, reports, folder }
}

test('makes every copy of a known picture', { timeout: 30_000 }, async () => {
  files['plain.png'] = await draw(900, 600).png().toBuffer()
  files['tall.png'] = await draw(490, 12_000).png().toBuffer()
  const { store } = await openStore()
  await store.ensure([`${base}/plain.png`, `${base}/tall.png`])
  expect(store.index.size).toBe(2)
  for (const picture of store.index.values()) {
    for (const file of pictureFiles(picture)) expect((await store.read(file)).length).toBeGreaterThan(0)
  }
})

test('leaves out a picture that cannot be copied, so that its page is still published', async () => {
  files['too-tall.png'] = await draw(450, 17_000).png().toBuffer()
  files['line.png'] = await draw(20_000, 1).png().toBuffer()
  files['cut.avif'] = (await draw(900, 600).avif().toBuffer()).subarray(0, -40)
  files['text.png'] = Buffer.from('not a picture')
  const { store, reports } = await openStore()
  await store.ensure(
    ['too-tall.png', 'line.png', 'cut.avif', 'text.png', 'absent.png'].map((name) => `${base}/${name}`),
  )
  expect([...store.index.keys()]).toEqual([])
  expect(reports).toHaveLength(5)
})

test('retries a picture that the storage failed to give', async () => {
  files['later.png'] = await draw(300, 200).png().toBuffer()
  const { store } = await openStore()
  const urls = [`${base}/later.png`, `${base}/absent.png`]
  status = 503
  await store.ensure(urls)
  status = 200
  expect([...store.failedFetches]).toEqual(urls.slice(0, 1))
  await store.ensure(store.failedFetches)
  expect([[...store.index.keys()], [...store.failedFetches]]).toEqual([urls.slice(0, 1), []])
})

test('remembers known pictures when the store is opened again', async () => {
  files['again.png'] = await draw(300, 200).png().toBuffer()
  const { store, folder } = await openStore()
  await store.ensure([`${base}/again.png`])
  const next = await openPictureStore(folder, () => undefined)
  expect([...next.index]).toEqual([...store.index])
})
