import { createHmac, randomBytes } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in Base32 as apps take it. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => ALPHABET[byte % 32]).join('')
}

/** The bytes of a secret in Base32. */
function fromBase32(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The number of the half minute since 1970 at `time`, in milliseconds. */
export function totpStep(time: number): number {
  return Math.floor(time / 1000 / STEP_SECONDS)
}

/** The code of a step, by RFC 6238 with SHA-1. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** The step whose code was given: the present one or one beside it, since clocks differ. Null for a wrong code. */
export function matchTotp(secret: string, code: string, time: number): number | null {
  const now = totpStep(time)
  return [now, now - 1, now + 1].find((step) => totpCode(secret, step) === code) ?? null
}

/** The address that a QR code carries into an app. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: String(DIGITS),
    issuer,
    period: '30',
    secret,
  })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
