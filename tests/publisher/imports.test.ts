import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  FILE_PART_BYTES,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  type ImportAct,
  type ImporterStatus,
  MAX_FILE_BYTES,
  importerStatusSchema,
} from '../../src/domain/newsroom/imports.ts'
import { ImportRequests } from '../../src/publisher/imports/import-requests.ts'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { importReportSchema } from '../../src/domain/newsroom/import-report.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { draftsExport } from '../support/drafts-export.ts'
import { SITE_URL, client, signedIn, startTestStack } from '../support/database/test-stack.ts'

const EXPORTS = join(import.meta.dirname, '..', 'fixtures', 'exports')
const SMALL = join(EXPORTS, 'wordpress/small-magazine.xml')

let stack: Stack
let service: SupabaseClient
let folder: string
let admin: Awaited<ReturnType<typeof signedIn>>
let editor: Awaited<ReturnType<typeof signedIn>>
let publisher: Awaited<ReturnType<typeof startPublisher>>

/** What of a publisher answers requests about imports. */
async function startPublisher() {
  const { url: supabaseUrl, publishableKey, secretKey } = stack
  const imports = new ImportRequests({
    ...{ supabaseUrl, publishableKey, secretKey, siteUrl: SITE_URL, folder, report: () => undefined },
  })
  const server = await startStaticServer(folder, 0, null, {
    siteUrl: SITE_URL,
    handler: (request, response) => imports.answer(request, response),
  })
  const stop = async () => {
    await imports.stop()
    await server.close()
  }
  return { url: `http://127.0.0.1:${server.port}`, port: server.port, stop }
}

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  admin = await signedIn(stack, 'super_admin')
  editor = await signedIn(stack, 'editor')
})
afterAll(async () => {
  await stack?.stop()
})
beforeEach(async () => {
  for (const table of [
    'imports',
    'articles',
    'pages',
    'slug_redirects',
    'media',
    'tags',
    'categories',
    'sections',
  ])
    await stack.sql(`delete from public.${table}`)
  folder = await mkdtemp(join(tmpdir(), 'mantel-imports-'))
  publisher = await startPublisher()
  onTestFinished(() => publisher.stop())
})

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

async function ask(act: ImportAct, token = admin.token) {
  const response = await fetch(publisher.url + IMPORT_PATH, {
    ...{ method: 'POST', headers: authorized(token), body: JSON.stringify(act) },
  })
  const text = await response.text()
  return { status: response.status, answer: (text === '' ? null : JSON.parse(text)) as unknown }
}

async function status(): Promise<ImporterStatus> {
  return importerStatusSchema.parse((await ask({ act: 'show' })).answer)
}

const state = async () => (await status()).state

interface Sent {
  use?: string
  name?: string
  size?: number
  at?: number
}

async function send(bytes: Buffer, sent: Sent = {}, token = admin.token) {
  const { use = 'export', name = 'old-site.xml', size = bytes.length, at = 0 } = sent
  const search = new URLSearchParams({ use, name, size: String(size), at: String(at) })
  const response = await fetch(`${publisher.url}${IMPORT_FILE_PATH}?${search}`, {
    ...{ method: 'POST', headers: authorized(token), body: new Uint8Array(bytes) },
  })
  const text = await response.text()
  return { status: response.status, answer: (text === '' ? null : JSON.parse(text)) as unknown }
}

/** Sends a file, and waits until it has been read. */
async function sendAndRead(bytes: Buffer, name?: string): Promise<ImporterStatus['state']> {
  expect((await send(bytes, name === undefined ? {} : { name })).status).toBe(200)
  await expect.poll(async () => (await state()).kind).not.toBe('reading')
  return state()
}

async function row() {
  const { data } = await service.from('imports').select('*').single()
  return data as { id: string; status: string; person_id: string; error: string | null; report: object }
}

async function over(): Promise<string> {
  await expect.poll(async () => (await row()).status).toMatch(/^(done|failed|undone)$/)
  return (await row()).status
}

test('a super admin sends a file, reads what becomes of it, imports it and takes it back', async () => {
  const read = await sendAndRead(await readFile(SMALL))
  expect(read).toMatchObject({ kind: 'ready', read: { format: 'WordPress' } })
  if (read.kind !== 'ready') return
  const { dryRun, id, categories } = read.read
  expect(dryRun.texts.filter((text) => text.id !== null).length).toBe(
    (dryRun.rows.articles ?? 0) + (dryRun.rows.pages ?? 0),
  )
  expect(categories.length).toBeGreaterThan(0)
  // Nothing is written before.
  expect((await service.from('imports').select('id')).data).toEqual([])
  expect((await service.from('articles').select('id')).data).toEqual([])

  expect((await ask({ act: 'begin' })).answer).toMatchObject({ state: { kind: 'begun', id } })
  expect(await over()).toBe('done')
  const { report, ...imported } = await row()
  expect(imported).toMatchObject({ id, person_id: admin.id, error: null })
  expect(importReportSchema.parse(report).dryRun).toEqual(dryRun)
  const { data: stories } = await service.from('articles').select('id')
  expect(stories?.map((story) => String(story.id)).sort()).toEqual(
    dryRun.texts.flatMap(({ kind, id }) => (kind === 'story' ? (id ?? []) : [])).sort(),
  )

  expect((await ask({ act: 'undo', id })).status).toBe(200)
  expect(await over()).toBe('undone')
  expect((await service.from('articles').select('id')).data).toEqual([])
  const { data: log } = await service
    .from('audit_log')
    .select('kind, actor_id, subject')
    .like('kind', 'import%')
    .order('id')
  expect(log).toEqual([
    { kind: 'import', actor_id: admin.id, subject: 'old-site.xml' },
    { kind: 'import-undone', actor_id: admin.id, subject: 'old-site.xml' },
  ])
  // The file is still there, and can be imported anew.
  await expect.poll(async () => (await state()).kind).toBe('ready')
})

describe('only super admins reach it, from the site', () => {
  test('nobody without a token, no other role, and no right that was taken away', async () => {
    const bytes = await readFile(SMALL)
    expect(
      (await fetch(publisher.url + IMPORT_PATH, { method: 'POST', body: '{"act":"show"}' })).status,
    ).toBe(401)
    expect((await ask({ act: 'show' }, 'wrong')).status).toBe(401)
    expect((await ask({ act: 'show' }, editor.token)).status).toBe(403)
    expect((await send(bytes, {}, editor.token)).status).toBe(403)
    expect(await readdir(folder)).toEqual([])

    const second = await signedIn(stack, 'super_admin', 'second@mantel.example')
    const [first, rest] = [bytes.subarray(0, 4000), bytes.subarray(4000)]
    expect((await send(first, { size: bytes.length }, second.token)).answer).toEqual({ at: 4000 })
    await stack.sql("update public.profiles set role = 'editor' where id = $1::uuid", [second.id])
    expect((await send(rest, { size: bytes.length, at: 4000 }, second.token)).status).toBe(403)
    expect((await ask({ act: 'begin' }, second.token)).status).toBe(403)
  })

  test('a page of another origin may neither ask nor read the answer', async () => {
    const asked = (origin: string) =>
      fetch(publisher.url + IMPORT_PATH, { method: 'OPTIONS', headers: { origin } })
    expect((await asked(SITE_URL)).headers.get('access-control-allow-origin')).toBe(SITE_URL)
    const other = await asked('https://evil.example')
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null])
    const answer = await fetch(publisher.url + IMPORT_PATH, {
      ...{ method: 'POST', body: '{"act":"show"}' },
      headers: { ...authorized(admin.token), origin: 'https://evil.example' },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a file arrives whole or not at all', () => {
  test('a part that is cut off is sent again, and the file is read once all of it is there', async () => {
    const bytes = await readFile(SMALL)
    const half = Math.floor(bytes.length / 2)
    await cutOff(bytes.subarray(0, half), bytes.length)
    expect((await status()).file).toBeNull()
    expect((await send(bytes.subarray(0, half), { size: bytes.length })).answer).toEqual({ at: half })
    expect((await status()).file).toBeNull()
    expect((await send(bytes.subarray(half), { size: bytes.length, at: half })).answer).toEqual({
      at: bytes.length,
    })
    expect((await status()).file).toEqual({ name: 'old-site.xml', bytes: bytes.length })
    expect(await readFile(join(folder, 'export'))).toEqual(bytes)
  })

  test('of an upload that does not go on nothing is left', async () => {
    const bytes = await readFile(SMALL)
    await send(bytes.subarray(0, 100), { size: bytes.length })
    expect(await readdir(folder)).toContain('export.part')
    await ask({ act: 'drop', what: 'upload' })
    expect(await readdir(folder)).toEqual([])
    await send(bytes.subarray(0, 100), { size: bytes.length })
    await publisher.stop()
    publisher = await startPublisher()
    expect((await status()).state).toEqual({ kind: 'empty' })
    expect(await readdir(folder)).toEqual([])
  })

  test('two at once: the second is told that the first is on its way', async () => {
    const bytes = Buffer.from('x'.repeat(200))
    expect((await send(bytes.subarray(0, 100), { size: 200 })).status).toBe(200)
    expect(await send(bytes.subarray(0, 100), { size: 200, name: 'other.xml' })).toEqual({
      status: 409,
      answer: { problem: 'Another file is being uploaded. Wait until it is there' },
    })
    expect((await send(bytes.subarray(100), { size: 200, at: 100 })).answer).toEqual({ at: 200 })
  })

  test('what is too large, too large for the disk or empty is refused before a byte is kept', async () => {
    const some = Buffer.from('some')
    const large = await send(some, { size: MAX_FILE_BYTES.export + 1 })
    expect(large).toMatchObject({
      status: 413,
      answer: { problem: expect.stringContaining('4.00 GB are the most') },
    })
    expect((await send(some, { use: 'pictures', size: MAX_FILE_BYTES.pictures + 1 })).status).toBe(413)
    expect((await send(Buffer.alloc(0))).answer).toEqual({ problem: 'The file is empty' })
    expect((await send(Buffer.alloc(FILE_PART_BYTES + 1), { size: FILE_PART_BYTES * 2 })).status).toBe(413)
    expect((await send(some, { use: 'other' })).status).toBe(400)
    expect(await readdir(folder)).toEqual([])
  })

  test('a file that is none of the formats, or was cut, is said to be so', async () => {
    expect(await sendAndRead(Buffer.from('Dear reader'), 'letter.txt')).toMatchObject({
      kind: 'unreadable',
      why: expect.stringContaining('no export of WordPress, Ghost or Substack'),
    })
    const whole = await readFile(SMALL)
    const cut = await sendAndRead(whole.subarray(0, whole.length - 3000))
    expect(cut).toMatchObject({ kind: 'unreadable' })
    expect((await ask({ act: 'begin' })).status).toBe(409)
    expect((await service.from('imports').select('id')).data).toEqual([])
  })
})

/** Sends the head of a part and the bytes of it, and closes the connection before its end. */
async function cutOff(bytes: Buffer, size: number): Promise<void> {
  const search = new URLSearchParams({ use: 'export', name: 'old-site.xml', size: String(size), at: '0' })
  const sent = httpRequest({
    ...{ host: '127.0.0.1', port: publisher.port, method: 'POST', path: `${IMPORT_FILE_PATH}?${search}` },
    headers: { ...authorized(admin.token), 'content-length': size },
  })
  sent.on('error', () => undefined)
  await new Promise<void>((resolve) => sent.write(bytes, () => resolve()))
  await expect.poll(() => readdir(folder)).toContain('export.part')
  sent.destroy()
}

test('what was chosen is read again with what becomes of it, and is written', async () => {
  const { data: section } = await service
    .from('sections')
    .insert({ slug: 'nature', title: 'Nature' })
    .select('id')
    .single()
  const read = await sendAndRead(await readFile(SMALL))
  if (read.kind !== 'ready') throw new Error('it was not read')
  const [category] = read.read.categories
  const sections = { [category?.key ?? '']: String(section?.id) }
  await ask({ act: 'choose', choices: { sections } })
  await expect.poll(async () => (await state()).kind).toBe('ready')
  expect(await state()).toMatchObject({ read: { choices: { sections } } })
  await ask({ act: 'begin' })
  expect(await over()).toBe('done')
  const { data } = await service
    .from('categories')
    .select('sections')
    .eq('name', category?.name ?? '')
    .single()
  expect(data?.sections).toEqual(['nature'])
})

test('an import that is paused, and one whose publisher was stopped, goes on, and ends as if it had not been', async () => {
  const read = await sendAndRead(draftsExport(400), 'drafts.xml')
  if (read.kind !== 'ready') throw new Error('it was not read')
  const { id } = read.read
  await ask({ act: 'begin' })
  expect((await ask({ act: 'begin' })).status).toBe(409)
  expect((await send(Buffer.from('<rss>'))).answer).toEqual({
    problem: 'An import is running. Wait until it is over, or pause it',
  })
  expect((await ask({ act: 'pause', id })).status).toBe(200)
  expect((await row()).status).toBe('paused')

  await publisher.stop()
  publisher = await startPublisher()
  expect(await state()).toEqual({ kind: 'begun', id })
  expect((await ask({ act: 'go-on', id })).status).toBe(200)
  expect(await over()).toBe('done')
  const { count } = await service.from('articles').select('id', { count: 'exact', head: true })
  expect(count).toBe(read.read.dryRun.rows.articles)

  await ask({ act: 'drop', what: 'all' })
  expect((await ask({ act: 'go-on', id })).answer).toEqual({
    problem:
      'The file of this import is no longer here. Choose the same file again, and it goes on where it was',
  })
})

test('an import that npm run import carries out keeps others from beginning', async () => {
  await sendAndRead(await readFile(SMALL))
  await service.from('imports').insert({
    ...{
      id: crypto.randomUUID(),
      source: 'elsewhere',
      format: 'Ghost',
      file_name: 'x.json',
      status: 'running',
    },
  })
  expect((await ask({ act: 'begin' })).answer).toEqual({
    problem: 'Another import is running. Wait until it is over',
  })
})
