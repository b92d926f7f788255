import { BlockList, isIP } from 'node:net'

/** Finds the IP address of the client of a request. */
export type FindClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * The address that a connection comes from. Only for the connections of the named proxies (addresses or networks such as
 * `10.0.0.0/8`) is `X-Forwarded-For` read: from its end, where the nearest proxy adds to it, to the first address that is
 * none of the proxies; addresses before it were written by the client. Throws for a proxy that is no address.
 */
export function clientAddressFinder(proxies: readonly string[]): FindClientAddress {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(proxy) ?? []
    const family = isIP(address)
    if (family === 0 || Number(prefix ?? 0) > (family === 6 ? 128 : 32))
      throw new Error(`"${proxy}" in TRUSTED_PROXIES is not an IP address or network`)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, type)
    else trusted.addSubnet(address, Number(prefix), type)
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (peer, forwardedFor) => {
    let client = plainAddress(peer ?? '') ?? '127.0.0.1'
    for (const entry of (forwardedFor ?? '').split(',').reverse()) {
      if (!isTrusted(client)) break
      const address = plainAddress(entry.trim())
      if (address === null) break
      client = address
    }
    return client
  }
}

/** An IP address, one of IPv4 without the prefix it has on an IPv6 socket; null for other text. */
function plainAddress(text: string): string | null {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}
