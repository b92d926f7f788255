import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { shortenTimeouts } from '../../../../tests/support/shorten-timeouts.ts'
import { askPublisher, hasPublisher } from './publisher.ts'

vi.mock('../../../backend/admin-client.ts', () => ({
  adminClient: () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: 'token' } } }) },
  }),
}))

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
})

function answerWith(answer: typeof fetch): void {
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(answer)
  onTestFinished(() => fetching.mockRestore())
}

const ask = () => askPublisher('/publish/predict', '{}', z.unknown(), new AbortController().signal)

test('a publisher that does not answer within ten seconds is asked again the next time', async () => {
  const asked = shortenTimeouts()
  answerWith(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      }),
  )
  expect(await ask()).toBeNull()
  expect(asked).toEqual([10_000])
  expect(hasPublisher()).toBe(true)
})

test('where no publisher answers, none is asked for a while', async () => {
  answerWith(async () => new Response('<h1>Not Found</h1>', { headers: { 'content-type': 'text/html' } }))
  expect(hasPublisher()).toBe(true)
  expect(await ask()).toBeNull()
  expect(hasPublisher()).toBe(false)
})
