/** Bytes of a file, both included. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * The bytes that the header Range asks of a file of `size` bytes. Null: the whole file, as for several ranges and for what
 * is no range.
 */
export function byteRange(header: string | null | undefined, size: number): ByteRange | 'outside' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || from + to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  if (first >= size) return 'outside'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** `Content-Range` of an answer with a range of a file of `size` bytes. */
export function contentRange(range: ByteRange | 'outside', size: number): string {
  return range === 'outside' ? `bytes */${size}` : `bytes ${range.first}-${range.last}/${size}`
}

/** Whether the header If-Range lets a range be sent of a file with this ETag, which has to be strong. */
export function allowsRange(ifRange: string | string[] | null | undefined, etag: string): boolean {
  return ifRange === null || ifRange === undefined || (ifRange === etag && !etag.startsWith('W/'))
}

/** What servers and proxies add to the ETag of a file when they compress it. */
const ENCODING_SUFFIX = /[-;](gzip|br|zstd|deflate)$/

const opaque = (tag: string) =>
  tag.trim().replace(/^W\//, '').replaceAll('"', '').replace(ENCODING_SUFFIX, '')

/** Whether the header If-None-Match says that the reader has a file with this ETag already. */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}
