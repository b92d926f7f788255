import { describe, expect, test } from 'vitest'
import { dayRange } from './day-range.ts'

describe('the days', () => {
  test('apply only when both are set', () => {
    expect(dayRange({ from: '2026-11-01', to: null })).toBeNull()
    expect(dayRange({ from: null, to: '2026-11-01' })).toBeNull()
  })

  test('are whole days of this machine, the last one too', () => {
    expect(dayRange({ from: '2026-11-30', to: '2026-11-30' })).toEqual({
      from: new Date(2026, 10, 30).toISOString(),
      before: new Date(2026, 11, 1).toISOString(),
    })
  })
})
