import { afterEach, expect, test, vi } from 'vitest'
import { reportProgress } from './report.ts'

afterEach(() => void vi.useRealTimers())

test('a long build tells each second how far it is and how long the rest takes', () => {
  vi.useFakeTimers()
  const lines: string[] = []
  const onProgress = reportProgress((line) => lines.push(line), 'rendering pages')
  for (let done = 1; done <= 10_000; done += 1) {
    vi.advanceTimersByTime(20)
    onProgress(done, 10_000)
  }
  expect(lines).toHaveLength(200)
  expect(lines[0]).toBe('rendering pages 50/10000, about 3 min left')
  expect(lines[179]).toBe('rendering pages 9000/10000, about 20 s left')
  expect(lines.at(-1)).toBe('rendering pages 10000/10000')
})
