import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

test('durations are short and never zero', () => {
  expect([412, 12, 0, 1049, 9960, 61_000].map(formatDuration)).toEqual([
    '0.4 s',
    '0.01 s',
    '0.01 s',
    '1.0 s',
    '10 s',
    '61 s',
  ])
})
