import * as z from 'zod/mini'
import { emailCheck } from '../../../domain/email.ts'
import { visibleName } from '../../../domain/person-name.ts'
import { newPasswordChecks } from '../../../domain/password.ts'
import { roleSchema } from '../../../domain/role.ts'

function required(what: string) {
  return z.minLength(1, { error: `${what} is required`, abort: true })
}

/**
 * The form of a new user; the edge function create-user checks the same. `minPassword` is the minimum length of its
 * password.
 */
export const newUserSchema = (minPassword: number) =>
  z.object({
    email: z
      .string()
      .check(
        z.trim(),
        required('Email'),
        z.maxLength(320, 'Email is too long'),
        emailCheck('Invalid email address'),
      ),
    full_name: z
      .string()
      .check(
        z.trim(),
        required('Full name'),
        z.maxLength(200, 'Full name must be at most 200 characters'),
        visibleName,
      ),
    password: z.string().check(required('Password'), ...newPasswordChecks(minPassword)),
    role: roleSchema,
  })
export type NewUser = z.infer<ReturnType<typeof newUserSchema>>

export const NO_USER: NewUser = { email: '', full_name: '', password: '', role: 'contributor' }

export function lacksField({ email, full_name, password }: NewUser): boolean {
  return email.trim() === '' || full_name.trim() === '' || password === ''
}
