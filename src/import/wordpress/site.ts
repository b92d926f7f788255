import type { Address } from '../description.ts'

/** Where the old magazine stood, and its addresses. */
export class Site {
  /** Without a slash at the end: 'https://example.org/blog'; null: not known. */
  readonly address: string | null

  /** Takes the first address that is one. */
  constructor(...candidates: readonly string[]) {
    this.address = candidates.map(siteAddress).find((address) => address !== null) ?? null
  }

  /** The address of a path within the site: '/?p=12'. */
  at(path: string): Address {
    return (this.address ?? '') + path
  }

  /** An address with its host, as far as it is known. `from`: the page that it was found on. */
  absolute(address: string, from: string = ''): Address {
    const trimmed = address.trim()
    if (trimmed.startsWith('//')) return `https:${trimmed}`
    if (trimmed === '' || trimmed.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(trimmed)) return trimmed
    const base =
      URL.parse(from, this.address ?? undefined)?.href ?? (this.address === null ? null : `${this.address}/`)
    return (base === null ? null : URL.parse(trimmed, base)?.href) ?? trimmed
  }

  /** Whether an address is one of the site: a path, or with its host. */
  has(address: string): boolean {
    if (/^\/(?!\/)/.test(address)) return true
    const own = this.address === null ? null : URL.parse(this.address)
    return own !== null && hostOf(URL.parse(address)) === hostOf(own)
  }

  /** The path of an address within the site, without what follows a ? or #: '/2013/04/a/'; null for other sites. */
  pathOf(address: string): string | null {
    if (!this.has(address)) return null
    const path = URL.parse(address, this.address ?? 'https://site.invalid')?.pathname ?? null
    const start = this.address === null ? '' : (URL.parse(this.address)?.pathname.replace(/\/$/, '') ?? '')
    return path?.startsWith(`${start}/`) ? path.slice(start.length) : null
  }
}

function hostOf(url: URL | null): string {
  return url?.host.replace(/^www\./, '') ?? ''
}

function siteAddress(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return url.origin + url.pathname.replace(/\/+$/, '')
}
