import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { OPENED_AGAIN } from '../../supabase/local/database/database.ts'
import { startStackInThread } from '../../supabase/local/stack-in-thread.ts'
import { client, SITE_URL } from '../support/database/test-stack.ts'

const threads: Worker[] = []
const remember = (thread: Worker) => threads.push(thread)
process.on('worker', remember)
afterEach(() => void process.off('worker', remember))

test('a local Supabase whose thread ended is started again at its address, with everything that was stored', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const dataDir = await mkdtemp(join(tmpdir(), 'mantel-stack-'))
  const stack = await startStackInThread({ port: 0, dataDir, siteUrl: SITE_URL })
  const service = client(stack, stack.secretKey)
  try {
    const heard: string[] = []
    await stack.listen('publish', (payload) => heard.push(payload))
    expect((await service.from('tags').insert({ name: 'Oak', slug: 'oak' })).error).toBeNull()
    await threads[0]?.terminate()
    await expect.poll(async () => (await service.from('tags').select('name')).data).toEqual([{ name: 'Oak' }])
    await expect.poll(() => heard).toContain(OPENED_AGAIN)
    await stack.sql(`notify publish, 'a story'`)
    await expect.poll(() => heard).toContain('a story')
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('tells that somebody who is signed in sends requests, and of no others', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mantel-stack-'))
  const onSignedIn = vi.fn()
  const stack = await startStackInThread({ port: 0, dataDir, siteUrl: SITE_URL, onSignedIn })
  try {
    for (const key of [stack.secretKey, stack.publishableKey])
      expect((await client(stack, key).from('tags').select('name')).error).toBeNull()
    expect(onSignedIn).not.toHaveBeenCalled()
    const headers = { apikey: stack.publishableKey, authorization: 'Bearer a.b.c' }
    await fetch(`${stack.url}/rest/v1/tags`, { headers })
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
