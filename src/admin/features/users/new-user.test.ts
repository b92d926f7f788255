import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORD } from '../../../domain/people/password.ts'
import { lacksField, newUserSchema, NO_USER } from './new-user.ts'

const issues = (fields: object) =>
  newUserSchema(6)
    .safeParse({ ...NO_USER, ...fields })
    .error?.issues.map(({ message }) => message) ?? []

describe('a new user', () => {
  test('is a contributor by default', () => {
    expect(NO_USER.role).toBe('contributor')
  })

  test('requires an address, a name and a password, with one message each', () => {
    expect(issues({})).toEqual(['Email is required', 'Full name is required', 'Password is required'])
    expect(lacksField({ ...NO_USER, email: 'a@b.example', full_name: ' ', password: 'x' })).toBe(true)
  })

  test('who is invited chooses the password', () => {
    const invited = { email: 'ida@mantel.example', full_name: 'Ida', invite: true }
    expect(issues(invited)).toEqual([])
    expect(issues({ ...invited, full_name: ' ' })).toEqual(['Full name is required'])
    expect(lacksField({ ...NO_USER, ...invited, invite: true })).toBe(false)
  })

  test('has a message for each invalid field', () => {
    expect(issues({ email: 'ida', full_name: 'x'.repeat(300), password: '12345' })).toEqual([
      'Invalid email address',
      'Full name must be at most 200 characters',
      'Password must be at least 6 characters',
    ])
    expect(issues({ email: 'a@b.example', full_name: 'Ida', password: '123456' })).toEqual([COMMON_PASSWORD])
    expect(issues({ email: ' ida@mantel.example ', full_name: 'Ida', password: 'ab3def' })).toEqual([])
  })
})
