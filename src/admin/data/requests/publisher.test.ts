import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { shortenTimeouts } from '../../../../tests/support/shorten-timeouts.ts'
import { askPublisher, hasPublisher } from './publisher.ts'

vi.mock('../../../backend/admin-client.ts', () => ({
  adminClient: () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: 'token' } } }) },
  }),
}))

test('a publisher that does not answer within ten seconds is not asked again for a while', async () => {
  const asked = shortenTimeouts()
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  onTestFinished(() => fetching.mockRestore())
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(hasPublisher()).toBe(true)
  expect(await askPublisher('/publish/predict', '{}', z.unknown(), new AbortController().signal)).toBeNull()
  expect(asked).toEqual([10_000])
  expect(hasPublisher()).toBe(false)
})
