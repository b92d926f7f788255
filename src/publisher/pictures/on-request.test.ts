import { expect, test } from 'vitest'
import { CopyRequests } from './on-request.ts'

test('a request for a copy waits for a publisher that is still starting', async () => {
  const requests = new CopyRequests()
  const made = requests.copy('a.avif')
  requests.answerWith(async (file) => (file === 'a.avif' ? file : null))
  expect(await made).toBe('a.avif')
  expect(await requests.copy('b.avif')).toBeNull()
})
