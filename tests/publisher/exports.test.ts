import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { exportMagazine } from '../../src/archive/export.ts'
import { openFile } from '../../src/archive/byte-source.ts'
import { openArchive, openFirst, verifyArchive } from '../../src/archive/format.ts'
import { openSealed } from '../../src/archive/sealed.ts'
import {
  EXPORT_PATH,
  type ExportAct,
  type ExporterStatus,
  type ExportFile,
  exporterStatusSchema,
  exportTicketSchema,
} from '../../src/domain/newsroom/exports.ts'
import { freeRoom } from '../../src/node/free-room.ts'
import { ExportRequests } from '../../src/publisher/exports/export-requests.ts'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { SITE_URL, client, signedIn, startTestStack } from '../support/database/test-stack.ts'

vi.mock('../../src/node/free-room.ts', { spy: true })

const PASSPHRASE = 'a chair by the window'
type Begin = Extract<ExportAct, { act: 'begin' }>
const WHOLE: Begin = { act: 'begin', with: ['history', 'audit-log'], passphrase: PASSPHRASE }
const PLAIN: Begin = { act: 'begin', with: [], passphrase: null }

let stack: Stack
let service: SupabaseClient
let folder: string
let admin: Awaited<ReturnType<typeof signedIn>>
let other: Awaited<ReturnType<typeof signedIn>>
let editor: Awaited<ReturnType<typeof signedIn>>
let publisher: Awaited<ReturnType<typeof startPublisher>>
let lines: string[]

/** What of a publisher answers requests about exports. */
async function startPublisher() {
  const { url: supabaseUrl, publishableKey, secretKey } = stack
  const exports = new ExportRequests({
    ...{ supabaseUrl, publishableKey, secretKey, siteUrl: SITE_URL },
    ...{ folder: join(folder, 'exports'), report: (line: string) => lines.push(line) },
  })
  const server = await startStaticServer(folder, 0, null, {
    siteUrl: SITE_URL,
    handler: (request, response) => exports.answer(request, response),
  })
  const stop = async () => {
    await exports.stop()
    await server.close()
  }
  return { url: `http://127.0.0.1:${server.port}`, stop }
}

beforeAll(async () => {
  stack = await startTestStack()
  service = client(stack, stack.secretKey)
  admin = await signedIn(stack, 'super_admin')
  other = await signedIn(stack, 'super_admin', 'other@mantel.example')
  editor = await signedIn(stack, 'editor')
  await stack.sql("update public.profiles set full_name = 'Ada Lovelace' where id = $1::uuid", [admin.id])
})
afterAll(async () => {
  await stack?.stop()
})
beforeEach(async () => {
  lines = []
  folder = await mkdtemp(join(tmpdir(), 'mantel-exports-'))
  publisher = await startPublisher()
  onTestFinished(() => publisher.stop())
})

async function ask(act: ExportAct, token: string | null = admin.token, headers: Record<string, string> = {}) {
  const response = await fetch(publisher.url + EXPORT_PATH, {
    ...{ method: 'POST', body: JSON.stringify(act) },
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers },
  })
  const text = await response.text()
  const answer = (text === '' ? null : JSON.parse(text)) as unknown
  return { status: response.status, answer, headers: response.headers }
}

async function status(): Promise<ExporterStatus> {
  return exporterStatusSchema.parse((await ask({ act: 'show' })).answer)
}

/** Makes an export and waits until its files are there. */
async function make(act: ExportAct): Promise<Extract<ExporterStatus, { kind: 'ready' }>> {
  expect((await ask(act)).answer).toMatchObject({ kind: 'running', by: { id: admin.id } })
  await expect.poll(async () => (await status()).kind).not.toBe('running')
  const made = await status()
  if (made.kind !== 'ready') throw new Error(JSON.stringify(made))
  return made
}

async function address(file: ExportFile, token = admin.token): Promise<string> {
  return publisher.url + exportTicketSchema.parse((await ask({ act: 'ticket', file }, token)).answer).path
}

/** Downloads a file; returns where it is. */
async function download(file: ExportFile): Promise<string> {
  const response = await fetch(await address(file))
  expect(response.status).toBe(200)
  const path = join(folder, file)
  await writeFile(path, new Uint8Array(await response.arrayBuffer()))
  return path
}

test('what a super admin downloads is what npm run export writes, and both files open', async () => {
  const made = await make(WHOLE)
  expect(made).toMatchObject({ by: { name: 'Ada Lovelace' }, with: WHOLE.with })
  const [first, second] = [await download('first'), await download('second')]

  const archive = await openFirst(first, 'first')
  const people = await openArchive(await openSealed(await openFile(second, 'second'), PASSPHRASE), 'second')
  onTestFinished(async () => {
    await archive.source.close()
    await people.source.close()
  })
  await verifyArchive(archive)
  await verifyArchive(people)
  expect(people.manifest.first).toBe(archive.digest)
  expect(made.files.map(({ bytes }) => bytes)).toEqual(
    await Promise.all([first, second].map(async (path) => (await readFile(path)).length)),
  )

  const path = join(folder, 'command.tar')
  const sealed = join(folder, 'command.sealed')
  await exportMagazine(service, createWriteStream(path), {
    ...{ with: ['history', 'audit-log'], folder, report: () => undefined },
    private: { output: createWriteStream(sealed), passphrase: PASSPHRASE },
  })
  expect((await readFile(first)).equals(await readFile(path))).toBe(true)
})

test('each download is in the audit log, with who did it and what it had', async () => {
  await make(WHOLE)
  const { data: before } = await service.from('audit_log').select('id').order('id').limit(1000)
  await address('first')
  await address('second', other.token)
  const { data } = await service
    .from('audit_log')
    .select('kind, actor_id, subject, note')
    .gt('id', before?.at(-1)?.id ?? 0)
    .order('id')
  expect(data).toEqual([
    {
      ...{ kind: 'export', actor_id: admin.id, note: expect.stringMatching(/^\d+ rows$/) as string },
      subject: 'Archive of the magazine, with earlier versions of stories',
    },
    {
      ...{ kind: 'export', actor_id: other.id, note: expect.stringMatching(/^\d+ rows?$/) as string },
      subject: 'People and subscribers, with the audit log',
    },
  ])
})

test('only super admins reach it, from the site', async () => {
  expect((await ask(PLAIN, null)).status).toBe(401)
  expect((await ask(PLAIN, 'wrong')).status).toBe(401)
  for (const act of [PLAIN, { act: 'show' }, { act: 'drop' }, { act: 'ticket', file: 'first' }] as const)
    expect((await ask(act, editor.token)).status).toBe(403)
  expect(await status()).toEqual({ kind: 'none' })

  const evil = await ask({ act: 'show' }, admin.token, { origin: 'https://evil.example' })
  expect(evil.headers.get('access-control-allow-origin')).toBeNull()
  const site = await ask({ act: 'show' }, admin.token, { origin: SITE_URL })
  expect(site.headers.get('access-control-allow-origin')).toBe(SITE_URL)
  const preflight = await fetch(publisher.url + EXPORT_PATH, {
    ...{ method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()

  const former = await signedIn(stack, 'super_admin', 'former@mantel.example')
  await make(PLAIN)
  expect((await ask({ act: 'show' }, former.token)).status).toBe(200)
  await stack.sql("update public.profiles set role = 'editor' where id = $1::uuid", [former.id])
  expect((await ask({ act: 'ticket', file: 'first' }, former.token)).status).toBe(403)
})

test('an address opens its file once, under its name, and no other', async () => {
  await make(PLAIN)
  const used = await address('first')
  const answer = await fetch(used)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="magazine-[\dTZ-]+\.tar"$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  await answer.arrayBuffer()
  expect((await fetch(used)).status).toBe(404)
  expect((await fetch((await address('first')).replace('.tar', '.zip'))).status).toBe(404)
  expect((await fetch((await address('first')).replace(/export\/.{5}/, 'export/AAAAA'))).status).toBe(404)
  expect((await ask({ act: 'ticket', file: 'second' })).status).toBe(409)

  const dropped = await address('first')
  await ask({ act: 'drop' })
  expect((await fetch(dropped)).status).toBe(404)
  expect((await ask({ act: 'ticket', file: 'first' })).answer).toEqual({
    problem: 'This file is no longer here',
  })
})

test('one is made at a time; the second super admin is told who makes it', async () => {
  const [one, two] = await Promise.all([ask(PLAIN), ask(PLAIN, other.token)])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  await ask({ act: 'drop' })
  await ask(PLAIN)
  expect((await ask(PLAIN, other.token)).answer).toEqual({
    problem: 'Ada Lovelace is making an export. Wait until it is over',
  })
  expect((await ask({ act: 'drop' }, other.token)).answer).toEqual({ kind: 'none' })
  expect(await readdir(folder)).toEqual([])
})

test('a short passphrase, and the audit log without one, are refused in a sentence', async () => {
  expect(await ask({ act: 'begin', with: [], passphrase: 'eleven char' })).toMatchObject({
    ...{ status: 422, answer: { problem: 'The passphrase must have 12 characters or more' } },
  })
  expect(await ask({ act: 'begin', with: ['audit-log'], passphrase: null })).toMatchObject({
    ...{ status: 422, answer: { problem: expect.stringContaining('second file only') as string } },
  })
  expect((await ask({ act: 'begin', with: ['all'], passphrase: null } as never)).status).toBe(400)
})

test('the passphrase is written nowhere, and the next start removes the files', async () => {
  await make(WHOLE)
  await address('second')
  expect(await readdir(join(folder, 'exports'))).toEqual(['first', 'second'])
  for (const name of ['first', 'second'])
    expect((await readFile(join(folder, 'exports', name))).includes(PASSPHRASE)).toBe(false)
  const { data: log } = await service.from('audit_log').select('*')
  expect(JSON.stringify([log, lines, await status()])).not.toContain(PASSPHRASE)

  await publisher.stop()
  publisher = await startPublisher()
  expect(await status()).toEqual({ kind: 'none' })
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('an export that fails leaves no file, and says why', async () => {
  await stack.sql('alter function public.begin_export(text[]) rename to begin_export_gone')
  onTestFinished(async () => {
    await stack.sql('alter function public.begin_export_gone(text[]) rename to begin_export')
  })
  await mkdir(join(folder, 'exports'), { recursive: true })
  await ask(PLAIN)
  await expect.poll(async () => (await status()).kind).toBe('failed')
  expect(await status()).toMatchObject({ why: expect.stringContaining('refused begin_export') as string })
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('an export for which the disk has no room is refused before it begins', async () => {
  const { error } = await service.from('media').insert({
    ...{ filename: 'a.mp4', original_filename: 'a.mp4', mime_type: 'video/mp4' },
    ...{ storage_path: 'u/a.mp4', size_bytes: 50_000_000 },
  })
  expect(error).toBeNull()
  onTestFinished(async () => {
    await service.from('media').delete().eq('storage_path', 'u/a.mp4')
  })
  vi.mocked(freeRoom).mockResolvedValueOnce(60_000_000)
  expect(await ask(PLAIN)).toMatchObject({
    ...{ status: 507, answer: { problem: expect.stringContaining('npm run export') as string } },
  })
  expect(await status()).toEqual({ kind: 'none' })
})

test('the files are removed after an hour', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { madeAt, until } = await make(PLAIN)
  expect(Date.parse(until) - Date.parse(madeAt)).toBe(3_600_000)
  vi.advanceTimersByTime(3_600_000)
  expect(await status()).toEqual({ kind: 'none' })
  await expect.poll(() => readdir(folder)).toEqual([])
})
