import { createHmac, timingSafeEqual } from 'node:crypto'

/** The claims of an HS256 token that is signed with the secret and not expired, else null. */
export function verifyToken(token: string, secret: string): Record<string, unknown> | null {
  const [header, payload, signature] = token.split('.')
  if (header === undefined || payload === undefined || signature === undefined) return null
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: unknown }
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    const { exp } = claims
    return alg === 'HS256' && typeof exp === 'number' && exp * 1000 > Date.now() ? claims : null
  } catch {
    return null
  }
}
