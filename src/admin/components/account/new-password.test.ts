import { expect, test } from 'vitest'
import { type BackendErrorKind, BackendError } from '../../../backend/errors.ts'
import { COMMON_PASSWORD } from '../../../domain/people/password.ts'
import { newPasswordMessage, newPasswordSchema } from './new-password.ts'

/** What is wrong with a form, in the words shown. */
const issues = (min: number, form: { current?: string; password: string; repeated: string }) =>
  newPasswordSchema(min, form.current !== undefined)
    .safeParse({ current: '', ...form })
    .error?.issues.map(({ message }) => message) ?? []

test('a new password has the length of the settings, is none of the most used and is repeated alike', () => {
  expect(issues(6, { password: 'ab3def', repeated: 'ab3defg' })).toEqual(['The passwords do not match'])
  expect(issues(6, { password: '12345', repeated: '12345' })).toEqual([
    'Password must be at least 6 characters',
  ])
  expect(issues(6, { password: 'ab3def', repeated: 'ab3def' })).toEqual([])
  expect(issues(8, { password: 'ab3def', repeated: 'ab3def' })).toEqual([
    'Password must be at least 8 characters',
  ])
  expect(issues(6, { password: 'qwerty', repeated: 'qwerty' })).toEqual([COMMON_PASSWORD])
})

test('the current password is asked for where there is no link, and may be shorter than a new one', () => {
  const form = { password: 'ab3def', repeated: 'ab3def' }
  expect(issues(6, { ...form, current: '' })).toEqual(['Please enter your current password'])
  expect(issues(6, { ...form, current: 'old' })).toEqual([])
})

test('there is a text for each refusal of the server', () => {
  const say = (kind: BackendErrorKind, code: string | null, asksCurrent = true) =>
    newPasswordMessage(new BackendError(kind, code, 'Too weak'), asksCurrent)
  expect(say('invalid', 'same_password')).toContain('old password')
  expect(say('invalid', 'weak_password')).toBe('Too weak')
  expect(say('invalid', 'current_password_invalid')).toBe('This is not your current password.')
  expect(say('rate-limited', 'over_request_rate_limit')).toContain('wait five minutes')
  expect(say('invalid', 'reauthentication_needed')).toContain('sign out and in again')
  expect(say('denied', 'session_not_found')).toBe('Your session has ended. Please sign in again.')
  expect(say('denied', null, false)).toBe('This link has expired. Please ask for a new one.')
})
