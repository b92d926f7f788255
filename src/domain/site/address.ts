/**
 * A path in the one spelling in which the site compares addresses: `/café`, `/cafe\u0301`, `/caf%C3%A9` and `/caf%c3%a9` are
 * `/caf%C3%A9`.
 */
export function canonicalPath(path: string): string {
  return path.split('/').map(canonicalSegment).join('/')
}

function canonicalSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment).normalize('NFC')
    return encodeURI(text).replace(/[/?#]/g, encodeURIComponent)
  } catch {
    // Broken percent-encoding is compared unchanged.
    return segment
  }
}

/** The path of an address of the site, without its query. */
export function pathOf(address: string): string {
  return address.replace(/\?.*$/s, '')
}

/** A query in one spelling, with its question mark; '' for an empty one. */
export function canonicalQuery(query: string): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** An address as people read it: with its letters in place of their encoding. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
