import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../backend/errors.ts'
import { serverClock } from '../../backend/server-clock.ts'
import { type Profile, profileSchema } from '../../domain/people/profile.ts'

const missingFactorSchema = z.enum(['nothing', 'code', 'setup'])

/** The profile of the signed-in person, and what the session lacks of a second factor. */
interface OwnProfile {
  profile: Profile
  missing: z.infer<typeof missingFactorSchema>
}

/** Loads the profile of the signed-in person, in one try. Rejects with a BackendError, also when there is none. */
export async function fetchOwnProfile(userId: string): Promise<OwnProfile> {
  const client = adminClient()
  const [hasTimeZone, ...answers] = await Promise.all([
    askServerClock(),
    client.from('profiles').select('id, full_name, email, role, created_at').eq('id', userId).maybeSingle(),
    // By GET: a server with a full disk refuses what may write.
    client.rpc('get_missing_factor', {}, { get: true }),
  ])
  const failed = answers.find(({ error }) => error !== null)
  if (failed !== undefined) throw toBackendError(failed.error, failed.status)
  const profile = profileSchema.safeParse(answers[0].data)
  const missing = missingFactorSchema.safeParse(answers[1].data)
  if (profile.success && missing.success) {
    if (!hasTimeZone && profile.data.role === 'super_admin' && missing.data === 'nothing')
      await setFirstCalendar()
    return { profile: profile.data, missing: missing.data }
  }
  throw new BackendError('not-found', null, 'no profile', profile.error ?? missing.error)
}

/** Why an account that signs in gets no further. */
export function noProfileText(email: string): string {
  return `The account ${email} has no profile here, so it was signed out. Please ask a super admin for help.`
}

/** Whether the magazine has a time zone. Without an answer the admin goes by the clock of this browser, and by UTC. */
async function askServerClock(): Promise<boolean> {
  try {
    return (await serverClock.ask()).hasTimeZone
  } catch (error) {
    console.error('Error asking for the time:', error)
    return true
  }
}

async function setFirstCalendar(): Promise<void> {
  try {
    await serverClock.setFirstCalendar()
  } catch (error) {
    console.error('Error setting the time zone:', error)
  }
}

/** Why something about the account could not be loaded, for people. */
export function loadFailureText({ kind }: BackendError): string {
  if (kind === 'network') return 'The server cannot be reached.'
  if (kind === 'rate-limited') return 'The server has had too many requests.'
  return 'The server has a problem.'
}
