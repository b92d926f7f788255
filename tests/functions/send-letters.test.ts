import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../supabase/local/config.ts'
import type { Stack } from '../../supabase/local/stack.ts'
import { client, signedIn, startTestStack } from '../support/database/test-stack.ts'
import { startFakeResend } from '../support/letters/fake-resend.ts'
import {
  addLetter,
  addSubscribers,
  pagesAreOut,
  removeLetters,
  statesOf,
} from '../support/letters/letters.ts'
import type { SliceJob } from '../support/letters/slice-process.ts'
import { seededRandom } from '../support/random.ts'

let stack: Stack
let editor: Awaited<ReturnType<typeof signedIn>>
beforeAll(async () => {
  stack = await startTestStack()
  editor = await signedIn(stack, 'editor')
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await removeLetters(stack)
  await stack.sql('update public.letter_sender set per_minute = null, has_sent_before = true')
  await stack.sql('delete from private.letter_function where true')
  await stack.sql('delete from private.letter_adapter where true')
  await stack.sql(`update private.publisher_lease set expires_at = '-infinity'`)
})

/** Where the pages of letters are, or (false) are not yet. */
async function startSite(isBuilt: () => boolean): Promise<string> {
  const site = createServer((_, response) => response.writeHead(isBuilt() ? 200 : 404).end())
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

async function startProvider() {
  const provider = await startFakeResend(seededRandom(7))
  provider.behave()
  onTestFinished(provider.stop)
  return provider
}

const jobOf = (api: string, siteUrl: string): SliceJob => ({
  ...{ supabaseUrl: stack.url, publishableKey: stack.publishableKey, secretKey: stack.secretKey, api },
  apiUrl: 'https://api.mantel.example',
  source: { RESEND_API_KEY: 're_test', MAIL_FROM: 'letters@mantel.example', SITE_URL: siteUrl },
})

function startSlice(job: SliceJob): ChildProcess {
  const flags = ['--quiet', '--no-lock', '--node-modules-dir=manual', '--no-check', '--allow-all']
  const script = join(ROOT, 'tests/support/letters/slice-process.ts')
  return spawn(join(ROOT, 'node_modules/.bin/deno'), ['run', ...flags, script, JSON.stringify(job)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DENO_DIR: join(ROOT, 'node_modules/.cache/deno') },
  })
}

/** Runs a slice to its end. Returns what it said last. */
async function runSlice(job: SliceJob): Promise<string | undefined> {
  const slice = startSlice(job)
  const [output] = await Promise.all([slice.stdout === null ? '' : text(slice.stdout), once(slice, 'exit')])
  expect(slice.exitCode).toBe(0)
  return output.trim().split('\n').at(-1)
}

/** As after 50 s: another slice may begin. */
const nextMinute = () => stack.sql(`update private.letter_function set busy_until = '-infinity'`)

/** A letter to some readers that is due now, before anybody has told by what it goes out. Returns its id, and the readers. */
async function dueLetter(count: number) {
  const readers = [...(await addSubscribers(stack, count)).keys()]
  const id = await addLetter(stack)
  await stack.sql(
    `update public.letters set status = 'scheduled', send_at = now() - interval '1 second' where id = $1::uuid`,
    [id],
  )
  return { id, readers }
}

const state = async () => (await editor.client.rpc('letter_sender_state')).data as Record<string, unknown>
const call = (name = 'send-letters') => fetch(`${stack.url}/functions/v1/${name}`, { method: 'POST' })

test('without a key nothing is claimed, and who writes letters is told what is missing', async () => {
  const { id } = await dueLetter(3)
  expect((await call()).status).toBe(200)
  expect(await statesOf(stack, id)).toEqual({})
  expect(await state()).toMatchObject({
    ...{ sent_by: 'none', has_publisher: false },
    function_problem: 'The functions have neither RESEND_API_KEY nor POSTMARK_TOKEN among their secrets.',
  })
  const asked = { p_id: id, p_version: 2, p_send_at: null }
  expect((await editor.client.rpc('schedule_letter', asked)).error?.message).toBe(
    'No mail server is set up for letters',
  )
  const request = { check: true }
  const { error } = await editor.client.functions.invoke('letter-requests', { body: request })
  expect(await (error as { context: Response }).context.json()).toEqual({
    error: 'The functions have neither RESEND_API_KEY nor POSTMARK_TOKEN among their secrets.',
  })
})

test('a slice that is killed leaves its mails to the next: each reader has the letter once', async () => {
  const provider = await startProvider()
  const job = jobOf(provider.url, await startSite(() => true))
  // 60 mails, and the next ones six seconds later.
  await stack.sql('update public.letter_sender set per_minute = 600')
  const { id, readers } = await dueLetter(150)
  const first = startSlice(job)
  await expect.poll(() => statesOf(stack, id)).toMatchObject({ queued: 150 })
  await pagesAreOut(stack)
  await expect.poll(() => provider.taken.length).toBeGreaterThan(0)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(provider.taken.length).toBeLessThan(150)
  expect(await state()).toMatchObject({
    sent_by: 'function',
    adapter: 'resend',
    address: 'letters@mantel.example',
  })

  // As after the claim of the killed one has ended.
  await stack.sql(`update public.letter_recipients set due_at = now() where state in ('claimed', 'unknown')`)
  await stack.sql('update public.letter_sender set per_minute = null')
  await nextMinute()
  expect(await runSlice(job)).toBe('sent')
  expect(provider.taken.toSorted()).toEqual(readers.toSorted())
  expect(await statesOf(stack, id)).toEqual({ accepted: 150 })
  await nextMinute()
  expect(await runSlice(job)).toBe('nothing to do')
})

test('two slices share no mail, and a second one within a minute does nothing', async () => {
  const provider = await startProvider()
  const job = jobOf(provider.url, await startSite(() => true))
  const { id, readers } = await dueLetter(150)
  const first = runSlice(job)
  await expect.poll(() => statesOf(stack, id)).toMatchObject({ queued: 150 })
  expect(await runSlice(job)).toBe('nothing to do')
  await nextMinute()
  const second = runSlice(job)
  await pagesAreOut(stack)
  expect(await first).toBe('sent')
  await second
  expect(provider.taken.toSorted()).toEqual(readers.toSorted())
})

test('while a publisher with a mail server is at work a slice does nothing', async () => {
  const provider = await startProvider()
  const job = jobOf(provider.url, await startSite(() => true))
  const { id } = await dueLetter(3)
  const service = client(stack, stack.secretKey)
  await service.rpc('record_letter_adapter', { p_adapter: 'smtp', p_address: 'letters@mantel.example' })
  await service.rpc('take_publisher_lease', { p_holder: 'here' })
  // A publisher renews its lease every few seconds.
  await stack.sql(`update private.publisher_lease set expires_at = now() + interval '10 minutes'`)
  expect(await runSlice(job)).toBe('nothing to do')
  expect(await statesOf(stack, id)).toEqual({})
  expect(await state()).toMatchObject({ sent_by: 'publisher', adapter: 'smtp' })
  // One that has none leaves them to the functions.
  await service.rpc('record_letter_adapter', { p_adapter: 'none', p_address: null })
  expect(await state()).toMatchObject({ sent_by: 'function', adapter: 'resend', has_publisher: true })
})

test('mails wait for the page of their letter, a quarter of an hour at most', async () => {
  let isBuilt = false
  const provider = await startProvider()
  const job = jobOf(provider.url, await startSite(() => isBuilt))
  const { id, readers } = await dueLetter(2)
  expect(await runSlice(job)).toBe('sent')
  await stack.sql(
    `update public.letters set frozen_at = frozen_at - interval '3 minutes' where id = $1::uuid`,
    [id],
  )
  await nextMinute()
  await runSlice(job)
  expect(await statesOf(stack, id)).toEqual({ queued: 2 })
  isBuilt = true
  await nextMinute()
  await runSlice(job)
  expect(provider.taken.toSorted()).toEqual(readers.toSorted())

  isBuilt = false
  const late = await dueLetter(2)
  await nextMinute()
  await runSlice(job)
  await stack.sql(
    `update public.letters set frozen_at = frozen_at - interval '16 minutes' where id = $1::uuid`,
    [late.id],
  )
  await nextMinute()
  await runSlice(job)
  // The readers of the first one get this one, too.
  expect(await statesOf(stack, late.id)).toEqual({ accepted: 4 })
})
