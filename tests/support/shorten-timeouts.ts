import { onTestFinished, vi } from 'vitest'

/** Ends every `AbortSignal.timeout` of this test after 50 ms. Returns the times that were asked for, in ms. */
export function shortenTimeouts(): number[] {
  const asked: number[] = []
  const { timeout } = AbortSignal
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms)
    return timeout.call(AbortSignal, 50)
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}
