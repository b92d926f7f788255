import { pathOf } from '../../domain/site/address.ts'
import { normalizeAddress } from '../../domain/site/redirect.ts'
import type { Address } from '../description.ts'

/** Addresses of the old site as the magazine spells paths, and where each leads now. */
export class OldAddresses {
  readonly #hosts: ReadonlySet<string>
  readonly #base: string | null
  readonly #targets = new Map<string, string>()

  /** `base`: where the old site stood; null where the file does not say, and only paths are of it. */
  constructor(base: string | null) {
    const host = base === null ? null : (URL.parse(base)?.host ?? null)
    const bare = host?.replace(/^www\./, '') ?? null
    this.#hosts = new Set(bare === null ? [] : [bare, `www.${bare}`])
    this.#base = base
  }

  /**
   * The path of an address of the old site, with its query, in the spelling of redirects; null for one of another site.
   * What tracks a click says nothing of where it leads, and goes.
   */
  pathOf(address: Address): string | null {
    if (/^\/(?!\/)/.test(address)) return spelled(address)
    const url = URL.parse(address.startsWith('//') ? `https:${address}` : address)
    if (url === null || !/^https?:$/.test(url.protocol) || !this.#hosts.has(url.host)) return null
    return spelled(url.pathname + url.search)
  }

  /** An address as a whole one, where the file says where the site stood. */
  absolute(address: Address): string | null {
    if (address.startsWith('//')) return `https:${address}`
    if (/^https?:/i.test(address)) return URL.parse(address)?.href ?? null
    return this.#base === null ? null : (URL.parse(address, `${this.#base}/`)?.href ?? null)
  }

  /** Records where an address leads now. The first of two that claim it has it; returns whether it is this one. */
  lead(address: Address, target: string): boolean {
    const path = this.pathOf(address)
    if (path === null || this.#targets.has(path)) return false
    this.#targets.set(path, target)
    return true
  }

  /** Where a link of the old site leads now, with its fragment; null where it leads nowhere in the magazine. */
  targetOf(href: string): string | null {
    const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(href) ?? []
    const path = address === '' ? null : this.pathOf(address)
    if (path === null) return null
    if (path === '/') return `/${fragment}`
    const found = this.#targets.get(path) ?? this.#targets.get(pathOf(path))
    return found === undefined ? null : found + fragment
  }

  /** Every old address with its target. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#targets[Symbol.iterator]()
  }
}

const TRACKING = /^(utm_\w+|fbclid|gclid|mc_[ce]id|ref|share)$/

function spelled(address: string): string {
  const url = new URL(address.replace(/^\/{2,}/, '/'), 'http://old')
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name)
  return normalizeAddress(url.pathname + url.search, []) || '/'
}
