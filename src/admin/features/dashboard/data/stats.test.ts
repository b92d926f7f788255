import { describe, expect, test } from 'vitest'
import { periodsBefore, trendOf } from './stats.ts'

describe('a trend', () => {
  test('is the change against the period before, in whole percent', () => {
    expect(trendOf({ current: 28, previous: 25 })).toEqual({ direction: 'up', text: '+12%' })
    expect(trendOf({ current: 49, previous: 50 })).toEqual({ direction: 'down', text: '-2%' })
    expect(trendOf({ current: 0, previous: 4 })).toEqual({ direction: 'down', text: '-100%' })
  })

  test('is stable when nothing changed, or nothing that rounds to a percent', () => {
    expect(trendOf({ current: 0, previous: 0 }).text).toBe('stable')
    expect(trendOf({ current: 7, previous: 7 }).text).toBe('stable')
    expect(trendOf({ current: 1001, previous: 1000 }).text).toBe('stable')
  })

  test('gives the number itself where there is nothing to compare with', () => {
    expect(trendOf({ current: 3, previous: 0 })).toEqual({ direction: 'up', text: '+3' })
  })
})

test('the periods are thirty days each and touch', () => {
  expect(periodsBefore(new Date('2026-11-20T12:00:00Z'))).toEqual({
    previousFrom: '2026-09-21T12:00:00.000Z',
    currentFrom: '2026-10-21T12:00:00.000Z',
    now: '2026-11-20T12:00:00.000Z',
  })
})
