import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { BackendError } from '../../../backend/errors.ts'
import { COMMON_PASSWORD } from '../../../domain/password.ts'
import {
  forgotMessage,
  newPasswordMessage,
  newPasswordSchema,
  signInMessage,
  signInSchema,
  signUpMessage,
  signUpSchema,
} from './auth-schemas.ts'

/** What is wrong with a form, in the words shown. */
const issues = (schema: z.ZodMiniType, form: object) =>
  schema.safeParse(form).error?.issues.map(({ message }) => message) ?? []

describe('signing in', () => {
  test('requires a valid address and six characters', () => {
    expect(issues(signInSchema, { email: 'ines', password: '12345' })).toEqual([
      'Invalid email address',
      'Password must be at least 6 characters',
    ])
    expect(issues(signInSchema, { email: ' ines@mantel.example ', password: '123456' })).toEqual([])
  })

  test('has a text for wrong credentials and for other errors', () => {
    const say = (message: string) => signInMessage(new BackendError('denied', null, message))
    expect(say('Invalid login credentials')).toBe('Invalid email or password')
    expect(say('Email not confirmed')).toBe('Email not confirmed')
    expect(say('')).toBe('Failed to sign in')
  })
})

describe('signing up', () => {
  test('requires a name of two characters as well', () => {
    expect(issues(signUpSchema(6), { fullName: ' A ', email: 'x', password: '' })).toEqual([
      'Full name must be at least 2 characters',
      'Invalid email address',
      'Password must be at least 6 characters',
    ])
  })

  test('has a text for an address that is taken', () => {
    const taken = new BackendError('duplicate', 'user_already_exists', 'User already registered')
    expect(signUpMessage(taken)).toBe('An account with this email already exists')
    expect(signUpMessage(new BackendError('unknown', null, ''))).toBe('Failed to create account')
    expect(signUpMessage(new BackendError('denied', 'signup_disabled', 'Signups not allowed'))).toBe(
      'Signups not allowed',
    )
  })
})

describe('a new password', () => {
  test('has six characters and is repeated alike', () => {
    expect(issues(newPasswordSchema(6), { password: 'ab3def', repeated: 'ab3defg' })).toEqual([
      'The passwords do not match',
    ])
    expect(issues(newPasswordSchema(6), { password: '12345', repeated: '12345' })).toEqual([
      'Password must be at least 6 characters',
    ])
    expect(issues(newPasswordSchema(6), { password: 'ab3def', repeated: 'ab3def' })).toEqual([])
    expect(issues(newPasswordSchema(8), { password: 'ab3def', repeated: 'ab3def' })).toEqual([
      'Password must be at least 8 characters',
    ])
    expect(issues(newPasswordSchema(6), { password: 'qwerty', repeated: 'qwerty' })).toEqual([
      COMMON_PASSWORD,
    ])
  })

  test('has a text for each refusal of the server', () => {
    expect(newPasswordMessage(new BackendError('invalid', 'same_password', 'x'))).toContain('old password')
    expect(newPasswordMessage(new BackendError('invalid', 'weak_password', 'Too weak'))).toBe('Too weak')
    expect(forgotMessage(new BackendError('rate-limited', null, 'x'))).toContain('wait a minute')
  })
})
