import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { roleSchema } from './role.ts'

/** What may be the e-mail address of an account. */
export const ACCOUNT_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A person with an account; `id` is the id of the signed-in user. */
export const profileSchema = z.object({
  id: idSchema,
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  role: roleSchema,
  created_at: timestampSchema,
})
export type Profile = z.infer<typeof profileSchema>
