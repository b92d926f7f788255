import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { startQueries } from './load-queries.ts'

vi.mock('../session/session.ts', () => ({
  $session: { get: () => ({ status: 'signed-in', profile: { role: 'editor' } }) },
}))

test('a screen that shows why it failed to load keeps that, when its link is pointed at', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = vi.fn(() => Promise.reject(new Error('refused')))
  const query = { queryKey: ['categories'], queryFn: read }
  const observer = new QueryObserver(queryClient, query)
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isLoadingError).toBe(true)

  const queries = Promise.resolve([query])
  startQueries({ context: { queryClient }, route: { options: {} } }, () => queries)
  await queries
  expect(observer.getCurrentResult().isLoadingError).toBe(true)
  expect(read).toHaveBeenCalledTimes(1)
  stop()
})

test('what a screen shows is asked for before the screen is there', async () => {
  const queryClient = new QueryClient()
  const read = vi.fn(async () => ['Kitchens'])
  startQueries({ context: { queryClient }, route: { options: {} } }, async () => [
    { queryKey: ['categories'], queryFn: read },
  ])
  await expect.poll(() => queryClient.getQueryData(['categories'])).toEqual(['Kitchens'])
})
