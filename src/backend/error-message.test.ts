import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test.each([
  [new Error('why'), 'why'],
  [new TypeError(), 'TypeError'],
  [{ message: 'why', code: '42501' }, 'why'],
  [{ code: '42501' }, '{"code":"42501"}'],
  ['why', 'why'],
  [null, 'null'],
  [undefined, 'undefined'],
])('whatever is thrown is told in words: %j', (thrown, text) => {
  expect(errorMessage(thrown)).toBe(text)
})
