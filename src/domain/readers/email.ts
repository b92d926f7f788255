import * as z from 'zod/mini'

/**
 * A mail address as an `input` of type email takes it, with a dot in its domain, which may have letters of any script.
 * The database takes all of these.
 */
const EMAIL = new RegExp(
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@" +
    '(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?\\.)+' +
    '\\p{L}[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}]$',
  'u',
)

/** Whether text is a mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}

/** The check of a field for a mail address. */
export function emailCheck(message: string) {
  return z.regex(EMAIL, message)
}

/**
 * An address with its domain as some browsers send it, so that one person is one address: `info@münchen.de` is
 * `info@xn--mnchen-3ya.de`.
 */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (/^[ -~]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return email
  return email.slice(0, at) + new URL(`http://${domain}`).hostname
}
