import { afterEach, expect, test, vi } from 'vitest'
import { stopOnSignal } from './stop-signals.ts'

// Vitest's clock does not move the timers of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}))

const before = new Set([...process.listeners('SIGINT'), ...process.listeners('SIGTERM')])

afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a process ends eight seconds after a signal, although something does not stop', async () => {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  stopOnSignal(() => new Promise(() => undefined))
  process.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(7_900)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(exit.mock.calls).toEqual([[0]])
})
