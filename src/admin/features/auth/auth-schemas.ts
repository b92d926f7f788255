import * as z from 'zod/mini'
import { emailCheck } from '../../../domain/readers/email.ts'
import type { BackendError } from '../../../backend/errors.ts'
import { newPasswordChecks, passwordLength } from '../../../domain/people/password.ts'
import { visibleName } from '../../../domain/people/person-name.ts'

const MIN_FULL_NAME = 2

const email = z.string().check(z.trim(), emailCheck('Invalid email address'))

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

const NEEDS_CAPTCHA =
  'The auth server asks for a captcha, which this form does not have. Who runs this magazine has to switch it off.'

/** The server's own wording, '' when it gave none. */
function serverMessage({ message, code }: BackendError): string {
  return code === 'captcha_failed' ? NEEDS_CAPTCHA : message
}

export function signInMessage(error: BackendError): string {
  if (error.message === 'Invalid login credentials') return 'Invalid email or password'
  if (error.kind === 'network') return 'Failed to sign in. There is no connection.'
  return serverMessage(error) || 'Failed to sign in'
}

export function signUpMessage(error: BackendError): string {
  const { message, code } = error
  if (message === 'User already registered' || code === 'user_already_exists' || code === 'email_exists') {
    return 'An account with this email already exists'
  }
  if (error.kind === 'network') return 'Failed to create account. There is no connection.'
  return serverMessage(error) || 'Failed to create account'
}

export function forgotMessage(error: BackendError): string {
  if (error.code === 'over_email_send_rate_limit')
    return 'A link has just been sent. Please wait a few minutes before you ask again.'
  if (error.kind === 'rate-limited')
    return 'Too many mails have been asked for. Please try again in a few minutes.'
  if (error.kind === 'network') return 'The mail could not be sent. Please try again.'
  return serverMessage(error) || 'The mail could not be sent. Please try again.'
}

export function mailedLinkMessage(error: BackendError): string {
  if (error.kind === 'network') return 'The server cannot be reached. Please try again.'
  return serverMessage(error) || 'The link could not be used. Please try again.'
}
