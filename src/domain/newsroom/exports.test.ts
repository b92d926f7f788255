import { expect, test } from 'vitest'
import { passphraseProblem } from './exports.ts'

test('a passphrase is taken that has 12 characters or more and was typed the same twice', () => {
  expect(passphraseProblem('eleven char', 'eleven char')).toContain('12 characters')
  expect(passphraseProblem('twelve chars', 'twelve charz')).toContain('two different')
  expect(passphraseProblem('twelve chars', 'twelve chars')).toBeNull()
})
