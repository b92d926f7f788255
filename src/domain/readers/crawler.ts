import { isbot } from 'isbot'

/** More than the user agents of browsers have. */
const MAX_LENGTH = 400

/**
 * Whether a request is made by a program that nobody reads in front of: a crawler, a chat program that shows a link, a browser
 * that fetches ahead. The database knows crawlers by the same list (`private.is_crawler`).
 */
export function isAutomatic(header: (name: string) => string | null | undefined): boolean {
  const userAgent = header('user-agent') ?? ''
  const isAhead = ['sec-purpose', 'purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/.test(header(name) ?? ''),
  )
  return isAhead || userAgent === '' || isbot(userAgent.slice(0, MAX_LENGTH))
}
