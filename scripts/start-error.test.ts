import { expect, test } from 'vitest'
import { describeStartError } from './start-error.ts'

test('describes a start error in one line, which says what to do on a full disk', () => {
  expect(describeStartError(new Error('No start.\nDo this.\n  Then that.'))).toBe(
    'No start. Do this. Then that.',
  )
  expect(describeStartError('No start')).toBe('No start')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(describeStartError(full)).toBe(
    'The disk is full (ENOSPC: no space left on device, write). Free some space and start again.',
  )
})

test('names an option that there is not in one line', () => {
  const error = Object.assign(new TypeError("Unknown option '--out'"), {
    code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION',
  })
  expect(describeStartError(error)).toBe("Unknown option '--out'")
})

test('keeps the stack of a bug', () => {
  expect(describeStartError(new TypeError('x is not a function'))).toContain('start-error.test.ts')
})
