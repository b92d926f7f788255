import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Route } from '../http/gateway.ts'
import { peekBody } from './body.ts'
import type { AuthServices } from './users.ts'

const ACCEPTED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const fieldsSchema = z.object({
  type: z.string().optional(),
  email: z.string().toLowerCase().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
})

interface Change {
  id: string
  /** Whether the token is from the mail to the present address. */
  isOld: boolean
  isOtherOpen: boolean
}

/** Changes an address once the mails to both addresses are answered, in any order. For lite that to the old one is enough. */
export function emailChangeRoute({ database, config }: AuthServices): Route {
  return {
    prefix: '/auth/v1/verify',
    answer: async (request) => {
      const { type, ...fields } = (await peekBody(request, fieldsSchema)) ?? {}
      if (type !== 'email_change' || !config.auth.email.double_confirm_changes) return null
      const [change] = await database.sql<Change>(
        `select id, coalesce(email_change_token_current = $1, false) as "isOld",
           case when email_change_token_current = $1 then email_change_token_new else email_change_token_current end
             is not null as "isOtherOpen"
         from auth.users
         where $1 in (email_change_token_current, email_change_token_new)
           and email_change_sent_at > now() - make_interval(secs => $2)`,
        [tokenHash(fields), config.auth.email.otp_expiry],
      )
      if (change === undefined) return null
      if (change.isOtherOpen) {
        await database.sql(
          `update auth.users set email_change_confirm_status = 1,
             email_change_token_current = case when $2 then null else email_change_token_current end,
             email_change_token_new = case when $2 then email_change_token_new end
           where id = $1::uuid`,
          [change.id, change.isOld],
        )
        return Response.json({ code: 200, msg: ACCEPTED })
      }
      // The second mail is answered: lite goes on, which looks for the token of the present address.
      if (!change.isOld) {
        await database.sql(
          `update auth.users set email_change_token_current = email_change_token_new, email_change_token_new = null
           where id = $1::uuid`,
          [change.id],
        )
      }
      return null
    },
  }
}

/** The stored form of a token, which links carry as it is, and of which forms have the code. */
function tokenHash({ token_hash, token = '', email }: z.infer<typeof fieldsSchema>): string {
  if (token_hash !== undefined) return token_hash
  return email === undefined ? token : createHash('sha256').update(`${email}${token}`).digest('hex')
}
