import { describe, expect, test } from 'vitest'
import { AuthApiError } from '@supabase/supabase-js'
import type * as z from 'zod/mini'
import { BackendError, toBackendError } from '../../../backend/errors.ts'
import { forgotMessage, signInMessage, signInSchema, signUpMessage, signUpSchema } from './auth-schemas.ts'

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

test('a lost connection is named as the cause', () => {
  const error = new BackendError('network', null, 'Failed to fetch')
  expect(signInMessage(error)).toBe('Failed to sign in. There is no connection.')
  expect(signUpMessage(error)).toBe('Failed to create account. There is no connection.')
})

test('a link asked for twice has a text of its own', () => {
  expect(forgotMessage(new BackendError('rate-limited', 'over_email_send_rate_limit', 'x'))).toContain(
    'wait a few minutes',
  )
})

test.each([signInMessage, signUpMessage, forgotMessage])(
  'a captcha that was switched on at the auth server is named as the cause: %o',
  (say) => {
    const refusal = 'captcha protection: request disallowed (no captcha_token found)'
    const error = toBackendError(new AuthApiError(refusal, 400, 'captcha_failed'))
    expect(say(error)).toContain('has to switch it off')
  },
)
