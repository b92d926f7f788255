import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lease, LeaseError } from './lease.ts'

/** The database's answer to a renewal. */
let renewal: () => Response
let renewals: number
const onLost = vi.fn<() => void>()

const taken = { number: 7, holder: '' }
const noContent = () => new Response(null, { status: 204 })
const refusal = () =>
  Response.json({ code: 'PT409', message: 'Another publisher has taken over' }, { status: 409 })

async function answer(input: unknown): Promise<Response> {
  const url = String(input)
  if (url.endsWith('/take_publisher_lease')) return Response.json(taken)
  if (!url.endsWith('/renew_publisher_lease')) return noContent()
  renewals += 1
  return renewal()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', answer)
  renewal = noContent
  renewals = 0
  onLost.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function take() {
  return Lease.take({
    supabaseUrl: 'http://localhost:9',
    secretKey: 'key',
    dataDir: await mkdtemp(join(tmpdir(), 'mantel-lease-')),
    report: () => undefined,
    signal: new AbortController().signal,
    onWait: () => undefined,
    onLost,
  })
}

/** As a process that was paused for longer than the lease lasts. */
const pause = () => vi.setSystemTime(Date.now() + 10_000)

test('a write asks the database only after a pause, and goes on when nobody took over', async () => {
  const lease = await take()
  await lease.confirm()
  expect(renewals).toBe(0)
  pause()
  await lease.confirm()
  await lease.confirm()
  expect(renewals).toBe(1)
  expect(lease.isLost()).toBe(false)
  await lease.release()
})

test('a write after another publisher took over is refused, and what was being sent is cut off', async () => {
  const lease = await take()
  const signal = lease.signal()
  pause()
  renewal = refusal
  await expect(lease.confirm()).rejects.toThrow('Another publisher has taken over')
  await expect(lease.confirm()).rejects.toThrow(LeaseError)
  expect([lease.isLost(), signal.aborted, onLost.mock.calls.length, renewals]).toEqual([true, true, 1, 1])
})

test('without an answer nothing is written, until the database answers again', async () => {
  const lease = await take()
  pause()
  renewal = () => {
    throw new TypeError('fetch failed')
  }
  await expect(lease.confirm()).rejects.toMatchObject({ kind: 'network' })
  expect([lease.isLost(), onLost.mock.calls.length]).toEqual([false, 0])
  renewal = noContent
  await lease.confirm()
  await lease.release()
  await expect(lease.confirm()).rejects.toThrow('The publisher has stopped')
})

test('a renewal that is answered too late is sent again, and callers that wait for a renewal share it', async () => {
  const lease = await take()
  pause()
  renewal = () => {
    if (renewals === 1) pause()
    return noContent()
  }
  await Promise.all([lease.confirm(), lease.confirm()])
  expect(renewals).toBe(2)
  await lease.release()
})

test('a database that answers too late each time gives no leave to write', async () => {
  const lease = await take()
  pause()
  renewal = () => {
    pause()
    return noContent()
  }
  await expect(lease.confirm()).rejects.toMatchObject({ kind: 'network' })
  await lease.release()
})
