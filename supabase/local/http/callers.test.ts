import { expect, test } from 'vitest'
import { MAX_BULK_ROWS } from '../../../src/domain/newsroom/bulk.ts'
import { type Caller, isLongCall, statementLimitMs } from './callers.ts'

test.each<[Caller, alone: number, awaited: number, long: number]>([
  ['visitor', 3000, 2000, 30_000],
  ['signedIn', 8000, 2000, 30_000],
  ['secretKey', 60_000, 60_000, 900_000],
])(
  'a statement of %s has its limit alone, while others wait, and as a call for many rows',
  (caller, ...limits) => {
    expect([
      statementLimitMs(caller, { isLong: false, isAwaited: false }),
      statementLimitMs(caller, { isLong: false, isAwaited: true }),
      statementLimitMs(caller, { isLong: true, isAwaited: true }),
    ]).toEqual(limits)
  },
)

test('as many rows as can be changed at once have time, also on a slow machine', () => {
  const msOfRow = 50
  expect(statementLimitMs('signedIn', { isLong: true, isAwaited: true })).toBeGreaterThan(
    MAX_BULK_ROWS * msOfRow,
  )
})

test.each(['bulk_change', 'begin_magazine', 'merge_tags', 'save_section'])(
  '%s has the time of a call for many rows, and a save of one story has not',
  (name) => {
    const isLong = (called: string) => isLongCall(new URL(`http://127.0.0.1:54321/rest/v1/rpc/${called}`))
    expect([isLong(name), isLong('save_article')]).toEqual([true, false])
  },
)
