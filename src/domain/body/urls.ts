/** The schemes of addresses of pictures, and of links. */
export const MEDIA_SCHEMES = ['http', 'https']
export const LINK_SCHEMES = [...MEDIA_SCHEMES, 'mailto', 'tel']

/** A URL as browsers parse it: without tabs, line breaks and outer control characters, scheme in lower case. */
export function cleanUrl(url: string): string {
  return trimControls(url.replace(/[\t\n\r]/g, '')).replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) =>
    scheme.toLowerCase(),
  )
}

/** Without blanks and control characters at both ends. A pattern that ends with `$` would try at every blank within. */
function trimControls(url: string): string {
  let start = 0
  let end = url.length
  while (start < end && url.charCodeAt(start) <= 0x20) start += 1
  while (end > start && url.charCodeAt(end - 1) <= 0x20) end -= 1
  return url.slice(start, end)
}

/** A media URL when it is http(s) or relative, else null. */
export function mediaUrl(value: unknown): string | null {
  return urlOf(value, MEDIA_SCHEMES)
}

/** The address of a link as a story may have it: of a web page, an e-mail address or a telephone, or relative; else null. */
export function linkUrl(value: unknown): string | null {
  return urlOf(value, LINK_SCHEMES)
}

function urlOf(value: unknown, schemes: readonly string[]): string | null {
  if (typeof value !== 'string') return null
  const url = cleanUrl(value)
  const scheme = /^([^/?#]*?):/.exec(url)?.[1]
  return url === '' || (scheme !== undefined && !schemes.includes(scheme)) ? null : url
}
