import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../supabase/local/stack.ts'
import { startTestStack } from '../support/database/test-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const call = (name: string, init: RequestInit = {}) => fetch(`${stack.url}/functions/v1/${name}`, init)

test.each(['none', '_shared', '..%2f..%2fconfig', ''])(
  'an unknown function %j is answered with 404',
  async (name) => {
    const response = await call(name, { method: 'POST' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  },
)

test.each([true, false])(
  'a body that is too large is answered with 413; says its size: %s',
  async (saysSize) => {
    const large = 'x'.repeat(2 * 1024 * 1024)
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body: saysSize ? large : new Blob([large]).stream(),
      duplex: 'half',
    }
    expect((await call('create-user', init)).status).toBe(413)
  },
)

test('responses have CORS headers, errors too', async () => {
  const response = await call('create-user', { method: 'POST', body: '{}' })
  expect(response.status).toBe(401)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('content-type')).toContain('application/json')
  expect((await call('create-user')).status).toBe(405)
})

test.runIf(process.platform === 'linux')(
  'Deno exits with the process that started it, also when that is killed',
  async () => {
    const parent = fork(join(import.meta.dirname, 'calling-process.ts'))
    await new Promise((resolve) => parent.once('message', resolve))
    const hosts = childrenOf(parent.pid ?? 0)
    expect(hosts.length).toBeGreaterThan(0)
    parent.kill('SIGKILL')
    await expect.poll(() => hosts.filter(isRunning)).toEqual([])
  },
)

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
  return children.flatMap((child) => [child, ...childrenOf(child)])
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
