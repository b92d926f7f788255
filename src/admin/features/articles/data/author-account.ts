import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { idSchema } from '../../../../domain/row.ts'
import { parseRows } from '../../../data/postgrest.ts'
import type { AuthorChoice } from '../../../data/authors.ts'

const accountSchema = z.object({ id: idSchema, email: z.nullable(z.string()) })

/**
 * The account (profile) that an author's articles belong to: the linked one, else the one of the same e-mail address,
 * whatever its case. Null when there is none; the caller has made sure that the author has a link or an address.
 */
export async function findAuthorAccount({ profile_id, email }: AuthorChoice): Promise<string | null> {
  if (profile_id !== null || email === null) return profile_id
  const wanted = email.trim().toLowerCase()
  // '_' matches any character, so the result is compared once more.
  const accounts = parseRows(
    accountSchema,
    await adminClient()
      .from('profiles')
      .select('id, email')
      .ilike('email', wanted.replace(/[\\%_*]/g, '_')),
  )
  return accounts.find((account) => account.email?.toLowerCase() === wanted)?.id ?? null
}
