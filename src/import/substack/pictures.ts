/** The host of pictures that Substack's own host of today copies, under the same path. */
const OLD_HOST = /^bucketeer-[\w-]+\.s3(?:[.-][\w-]+)?\.amazonaws\.com$/
const HOST = 'substack-post-media.s3.amazonaws.com'

/** Addresses of resized copies end with the whole address of the original, encoded. */
const RESIZED = /^https?:\/\/(?:cdn\.substack|substackcdn)\.com\/image\/fetch\//

/** The address of the original of a picture of Substack; any other address as it is. */
export function originalPicture(address: string): string {
  const url = URL.parse(withoutResizing(address.trim()))
  if (url === null) return address.trim()
  if (OLD_HOST.test(url.hostname)) url.hostname = HOST
  return url.href
}

/** A copy of a copy occurs, but not for long. */
function withoutResizing(address: string, depth = 0): string {
  if (depth > 3 || !RESIZED.test(address)) return address
  const [last = ''] = address.split('/').slice(-1)
  const original = decoded(/^https?%3A/i.test(last) ? last : address.slice(address.lastIndexOf('http')))
  return URL.canParse(original) ? withoutResizing(original, depth + 1) : address
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether two addresses are of one picture. */
export function isSamePicture(one: string, other: string): boolean {
  return originalPicture(one) === originalPicture(other)
}
