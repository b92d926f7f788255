import { expect, test } from 'vitest'
import { createCopyRequests } from './on-request.ts'

test('a request for a copy waits for a publisher that is still starting', async () => {
  const requests = createCopyRequests()
  const made = requests.make('a.avif')
  requests.answerWith(async (file) => file === 'a.avif')
  expect(await made).toBe(true)
  expect(await requests.make('b.avif')).toBe(false)
})
