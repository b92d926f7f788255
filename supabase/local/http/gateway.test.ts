import { expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createGateway } from './gateway.ts'

const keys = { publishableKey: 'public', secretKey: 'secret' }
const services = { keys, config: readConfig() } as unknown as Parameters<typeof createGateway>[1]
const ask = (api: () => Promise<Response>, path: string) =>
  createGateway(api, services, [])(new Request(`http://127.0.0.1${path}`, { headers: { apikey: 'public' } }))

test.each([
  ['/auth/v1/user', 503],
  ['/rest/v1/articles', 500],
])('what the server itself could not do ends no session: %s is answered with %i', async (path, status) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const answers = [
    () => Promise.resolve(new Response('', { status: 500 })),
    () => Promise.reject(new Error()),
  ]
  for (const api of answers) expect((await ask(api, path)).status).toBe(status)
})
