import * as z from 'zod/mini'
import type { BackendError } from '../../../backend/errors.ts'
import { newPasswordChecks } from '../../../domain/people/password.ts'

/** `min` is the minimum length of the settings. The current password is '' where it is not asked for. */
export const newPasswordSchema = (min: number, asksCurrent: boolean) =>
  z
    .object({
      current: z.string().check(z.minLength(asksCurrent ? 1 : 0, 'Please enter your current password')),
      password: z.string().check(...newPasswordChecks(min)),
      repeated: z.string(),
    })
    .check(
      z.refine((form) => form.password === form.repeated, {
        error: 'The passwords do not match',
        path: ['repeated'],
      }),
    )

/** Why a new password was not taken. */
export function newPasswordMessage({ message, kind, code }: BackendError, asksCurrent: boolean): string {
  if (code === 'same_password') return 'This is your old password. Please choose another one.'
  if (code?.startsWith('current_password_')) return 'This is not your current password.'
  if (code === 'reauthentication_needed')
    return 'You signed in more than a day ago. Please sign out and in again first.'
  if (kind === 'rate-limited') return 'Too many wrong passwords. Please wait five minutes.'
  if (kind === 'network') return 'The password could not be saved. Please try again.'
  if (kind === 'denied')
    return asksCurrent
      ? 'Your session has ended. Please sign in again.'
      : 'This link has expired. Please ask for a new one.'
  return message || 'The password could not be saved. Please try again.'
}
