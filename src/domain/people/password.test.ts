import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORD, isCommonPassword, passwordAdvice, passwordProblem } from './password.ts'

describe('a new password', () => {
  test('has the minimum length of the settings', () => {
    expect(passwordProblem('ab3de', 6)).toBe('Password must be at least 6 characters')
    expect(passwordProblem('ab3def', 6)).toBeNull()
    expect(passwordProblem('ab3defghijk', 12)).toBe('Password must be at least 12 characters')
  })

  test.each([
    '123456',
    'password',
    'qwertyuiop',
    'iloveyou',
    'P@ssw0rd',
    ' PASSWORD1 ',
    'ｐａｓｓｗｏｒｄ',
    'mantel123',
  ])('is not one of the most used: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(passwordProblem(password, 6)).toBe(COMMON_PASSWORD)
  })

  test.each(['love-where-you-live', 'password of ines', 'constructor', 'trzk9w'])('may be %s', (password) =>
    expect(passwordProblem(password, 6)).toBeNull(),
  )
})

test('twelve characters are advised where the minimum is lower', () => {
  expect(passwordAdvice(6)).toBe('At least 6 characters; 12 or more are safer')
  expect(passwordAdvice(14)).toBe('At least 14 characters')
})
