import { QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from '../../backend/retry.ts'

const CACHE_MS = 5 * 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, staleTime: CACHE_MS, gcTime: CACHE_MS },
      // Offline, a save fails at once with a message instead of waiting and looking as if it went on.
      mutations: { networkMode: 'always' },
    },
  })
}
