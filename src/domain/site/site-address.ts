/** What the path of a request asks for, before any file is looked up. */
export type SiteAddress =
  /** The file or page at `path`, which is decoded. */
  | { kind: 'file'; path: string }
  /** Another spelling of `path`, its one address: to be answered with a permanent redirect there. */
  | { kind: 'moved'; path: string }
  /** Nothing that the site has. */
  | { kind: 'none' }

const NONE: SiteAddress = { kind: 'none' }

/** What the addresses of all pages and built files consist of. Only they are redirected to: no host can be written with it. */
const PLAIN = /^\/([\w.~-]+(\/[\w.~-]+)*)?$/
/**
 * Files that are no pages: the 404 page, the rules of hosts (_headers, _redirects), the record of a delivery, and the
 * compressed or temporary files beside the others.
 */
const HIDDEN = /^\/(404$|_(?!(astro|images)\/)|(?!admin\/).*\.(br|gz|tmp)$)/

/**
 * What the path of a request (without its query, encoded) asks for. Each page has one address: several slashes, one at the
 * end, dot segments, `/index`, the ending `.html` and encoded letters are other spellings of it. nginx.conf and
 * cloudfront-function.js in .github/hosting do the same; tests/publisher/hosting.test.ts compares them.
 */
export function siteAddress(requested: string): SiteAddress {
  const decoded = decodePath(requested)
  // To browsers a backslash is a slash, so `/\x` is the host x.
  // eslint-disable-next-line no-control-regex -- they end a header, or are left out by browsers
  if (decoded === null || /[\u0000-\u001f\u007f\\]/.test(decoded)) return NONE
  const path = withoutDotSegments(decoded)
    .replace(/(?<=[^/])(\.html)+$/, '')
    .replace(/^\/index$/, '/')
  if (HIDDEN.test(path)) return NONE
  if (path === requested) return { kind: 'file', path }
  if (PLAIN.test(path)) return { kind: 'moved', path }
  return path === decoded || isOfAdmin(path) ? { kind: 'file', path } : NONE
}

/** Whether an address is the admin's: one page, whose router reads the rest of the address. */
export function isOfAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** A path with one slash between its segments and none at its end; `..` takes the segment before it away. */
function withoutDotSegments(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** The address of the story whose Markdown is at a path; null for other paths. */
export function storyOfMarkdown(path: string): string | null {
  return /^(\/article\/[^/]+)\.md$/.exec(path)?.[1] ?? null
}
