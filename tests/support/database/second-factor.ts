import type { SupabaseClient } from '@supabase/supabase-js'
import { totpCode, totpStep } from '../../../supabase/local/auth/totp.ts'

/** The code of an app at this moment. */
export function codeOf(secret: string): string {
  return totpCode(secret, totpStep(Date.now()))
}

/** Switches on a second factor for the person of a session, which then has been given it. */
export async function enrolled(session: SupabaseClient) {
  const { data, error } = await session.auth.mfa.enroll({ factorType: 'totp', issuer: 'Mantel' })
  if (error !== null) throw error
  const { id: factorId, totp } = data
  const verified = await session.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })
  if (verified.error !== null) throw verified.error
  return { strong: session, factorId, secret: totp.secret }
}
