import { expect, test } from 'vitest'
import { formatWhen } from './format-when.ts'

test('a time of another year is shown with the year', () => {
  const now = new Date(2026, 10, 14, 12)
  const at = (...parts: [number, number, number]) => formatWhen(new Date(...parts, 9, 41).toISOString(), now)
  expect(at(2026, 10, 14)).toBe('today at 09:41')
  expect(at(2026, 2, 3)).toBe('3 Mar, 09:41')
  expect(at(2025, 10, 14)).toBe('14 Nov 2025, 09:41')
})
