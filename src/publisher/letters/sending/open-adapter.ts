import type { LetterEnv } from '../../../backend/env/letter-env.ts'
import type { Adapter } from '../../../letters/sending/adapter.ts'
import { openProvider } from '../../../letters/sending/open-provider.ts'
import { MailboxAdapter } from './mailbox-adapter.ts'
import { SmtpAdapter } from './smtp-adapter.ts'

/** By what letters go out; null: nothing is set up. */
export function openAdapter(env: LetterEnv, secretKey: string): Adapter | null {
  switch (env.adapter) {
    case 'none':
      return null
    case 'mailbox':
      return new MailboxAdapter(env.url, secretKey)
    case 'resend':
    case 'postmark':
      return openProvider(env)
    case 'smtp':
      return new SmtpAdapter(env)
  }
}
