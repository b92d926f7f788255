import * as z from 'zod/mini'
import type { BackendError } from '../../../backend/errors.ts'
import { newPasswordChecks, passwordLength } from '../../../domain/password.ts'
import { visibleName } from '../../../domain/person-name.ts'

const MIN_FULL_NAME = 2

const email = z.string().check(z.trim(), z.email('Invalid email address'))

export const signInSchema = z.object({ email, password: z.string().check(passwordLength()) })

export const signUpSchema = (minPassword: number) =>
  z.object({
    fullName: z
      .string()
      .check(
        z.trim(),
        z.minLength(MIN_FULL_NAME, `Full name must be at least ${MIN_FULL_NAME} characters`),
        visibleName,
      ),
    email,
    password: z.string().check(...newPasswordChecks(minPassword)),
  })

export const forgotSchema = z.object({ email })

export function signInMessage({ message }: BackendError): string {
  if (message === 'Invalid login credentials') return 'Invalid email or password'
  return message || 'Failed to sign in'
}

export function signUpMessage({ message, code }: BackendError): string {
  if (message === 'User already registered' || code === 'user_already_exists' || code === 'email_exists') {
    return 'An account with this email already exists'
  }
  return message || 'Failed to create account'
}

export function forgotMessage({ message, kind }: BackendError): string {
  if (kind === 'rate-limited') return 'A link has just been sent. Please wait a minute before you ask again.'
  return kind === 'network' || message === '' ? 'The mail could not be sent. Please try again.' : message
}
