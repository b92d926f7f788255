import type { LetterEnv } from '../../../backend/env/letter-env.ts'
import type { Adapter } from './adapter.ts'
import { MailboxAdapter } from './mailbox-adapter.ts'
import { PostmarkAdapter } from './postmark-adapter.ts'
import { ResendAdapter } from './resend-adapter.ts'
import { SmtpAdapter } from './smtp-adapter.ts'

/** By what letters go out; null: nothing is set up. */
export function openAdapter(env: LetterEnv, secretKey: string): Adapter | null {
  switch (env.adapter) {
    case 'none':
      return null
    case 'mailbox':
      return new MailboxAdapter(env.url, secretKey)
    case 'resend':
      return new ResendAdapter(env.key)
    case 'postmark':
      return new PostmarkAdapter(env.token, env.stream)
    case 'smtp':
      return new SmtpAdapter(env)
  }
}
