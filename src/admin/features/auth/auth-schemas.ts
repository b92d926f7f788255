import * as z from 'zod/mini'
import type { BackendError } from '../../../backend/errors.ts'
import { newPasswordChecks, passwordLength } from '../../../domain/password.ts'
import { visibleName } from '../../../domain/person-name.ts'

const MIN_FULL_NAME = 2

const email = z.string().check(z.trim(), z.email('Invalid email address'))
/** A new password; `min` is its minimum length. */
const newPassword = (min: number) => z.string().check(...newPasswordChecks(min))

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
    password: newPassword(minPassword),
  })

export const forgotSchema = z.object({ email })

export const newPasswordSchema = (minPassword: number) =>
  z.object({ password: newPassword(minPassword), repeated: z.string() }).check(
    z.refine((form) => form.password === form.repeated, {
      error: 'The passwords do not match',
      path: ['repeated'],
    }),
  )

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

export function newPasswordMessage({ message, kind, code }: BackendError): string {
  if (code === 'same_password') return 'This is your old password. Please choose another one.'
  if (kind === 'network') return 'The password could not be saved. Please try again.'
  if (kind === 'denied') return 'This link has expired. Please ask for a new one.'
  return message || 'The password could not be saved. Please try again.'
}
