import { afterEach, expect, test, vi } from 'vitest'
import { apiUrl } from './api-url.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['http://127.0.0.1:54321', 'http://127.0.0.1:54321'],
  ['', 'http://192.0.2.2:4321'],
])('a page asks Supabase at the compiled address %j, or at its own', (compiled, asked) => {
  vi.stubGlobal('__API_URL__', compiled)
  vi.stubGlobal('location', { origin: 'http://192.0.2.2:4321' })
  expect(apiUrl()).toBe(asked)
})

test('a page that is drawn names an address, though it has none yet', () => {
  vi.stubGlobal('__API_URL__', '')
  vi.stubGlobal('location', undefined)
  expect(apiUrl()).toBe(__SUPABASE_URL__)
})
