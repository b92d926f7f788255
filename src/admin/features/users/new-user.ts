import * as z from 'zod/mini'
import { emailCheck } from '../../../domain/readers/email.ts'
import { visibleName } from '../../../domain/people/person-name.ts'
import { newPasswordChecks } from '../../../domain/people/password.ts'
import { roleSchema } from '../../../domain/people/role.ts'

function required(what: string) {
  return z.minLength(1, { error: `${what} is required`, abort: true })
}

const person = {
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
  role: roleSchema,
}

/**
 * The form of a new user; the edge function create-user checks the same. `minPassword` is the minimum length of its
 * password, which who is invited chooses themselves.
 */
export const newUserSchema = (minPassword: number) =>
  z.discriminatedUnion('invite', [
    z.object({ ...person, invite: z.literal(true), password: z.string() }),
    z.object({
      ...person,
      invite: z.literal(false),
      password: z.string().check(required('Password'), ...newPasswordChecks(minPassword)),
    }),
  ])
export type NewUser = z.infer<ReturnType<typeof newUserSchema>>

export const NO_USER: NewUser = {
  email: '',
  full_name: '',
  password: '',
  role: 'contributor',
  invite: false,
}

export function lacksField({ email, full_name, password, invite }: NewUser): boolean {
  return email.trim() === '' || full_name.trim() === '' || (!invite && password === '')
}
