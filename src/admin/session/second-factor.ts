import { adminClient } from '../../backend/admin-client.ts'
import { type BackendError, toBackendError } from '../../backend/errors.ts'
import { siteName } from '../site-name.ts'

interface Failure {
  status?: number | undefined
}

function fail(error: Failure): never {
  throw toBackendError(error, error.status)
}

async function listFactors() {
  const { data, error } = await adminClient().auth.mfa.listFactors()
  return data ?? fail(error)
}

/** When two-factor authentication was switched on; null while it is off. Rejects with a BackendError. */
export async function secondFactorSince(): Promise<string | null> {
  const [factor] = (await listFactors()).totp
  return factor?.updated_at ?? null
}

export interface NewFactor {
  id: string
  /** Data URL of a picture. */
  qrCode: string
  /** The secret in the QR code, for typing. */
  secret: string
}

/** Starts to set up two-factor authentication, which is on from the first valid code. Rejects with a BackendError. */
export async function startSecondFactor(): Promise<NewFactor> {
  const { mfa } = adminClient().auth
  // Remove the factors of setups that were never finished.
  for (const { id, status } of (await listFactors()).all) {
    if (status === 'unverified') await mfa.unenroll({ factorId: id })
  }
  const { data, error } = await mfa.enroll({ factorType: 'totp', issuer: siteName() })
  const { id, totp } = data ?? fail(error)
  const svg = totp.qr_code.replace(/^data:image\/svg\+xml;utf-8,/, '')
  return { id, qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret: totp.secret }
}

/** Verifies a code of a factor, or of any that is switched on. Rejects with a BackendError. */
export async function verifySecondFactor(code: string, factorId?: string): Promise<void> {
  const { mfa } = adminClient().auth
  const ids = factorId === undefined ? (await listFactors()).totp.map(({ id }) => id) : [factorId]
  let failure: Failure | null = { status: 404 }
  for (const id of ids) {
    failure = (await mfa.challengeAndVerify({ factorId: id, code })).error
    if (failure === null) return
  }
  fail(failure)
}

/** Switches two-factor authentication off. Rejects with a BackendError. */
export async function removeSecondFactor(): Promise<void> {
  const client = adminClient()
  for (const { id } of (await listFactors()).all) {
    // For the person's name in the audit log: the database cannot see who calls the auth server.
    const announced = await client.rpc('announce_own_change')
    if (announced.error !== null) throw toBackendError(announced.error, announced.status)
    const { error } = await client.auth.mfa.unenroll({ factorId: id })
    if (error !== null) fail(error)
  }
  await client.auth.refreshSession()
}

/** The text for a code that was not accepted. */
export function codeMessage({ kind, code, message }: BackendError): string {
  if (code === 'mfa_verification_failed')
    return 'This code is wrong or has been used already. Please enter the next one.'
  if (kind === 'rate-limited') return 'Too many wrong codes. Please wait five minutes.'
  if (kind === 'network') return 'The server cannot be reached. Please try again.'
  return message || 'The code could not be checked. Please try again.'
}
