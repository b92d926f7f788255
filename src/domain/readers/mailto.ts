/**
 * A link that opens a mail program, with what is filled in. All signs that mean something in an address are encoded: an
 * address such as `a?bcc=b@example.com` adds no field of its own.
 */
export function mailtoLink(
  email: string,
  fields: Readonly<Partial<Record<'subject' | 'body', string>>> = {},
): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`, query.join('&')]
    .filter(Boolean)
    .join('?')
}
