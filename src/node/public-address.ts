import { lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** The networks that are not of the public internet (IANA's special-purpose registries), and multicast. */
const SPECIAL: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Open IPv6 addresses: the publicly allocated range. Ranges within it that map or tunnel to IPv4 are excluded. */
const PUBLIC_IPV6: readonly [network: string, prefix: number] = ['2000::', 3]
const SPECIAL_IPV6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6')
const publicIpv6 = new BlockList()
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6')

/** Whether a text is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6')
    default:
      return false
  }
}

/** Why a server is not asked. */
export class RefusedAddress extends Error {
  override name = 'RefusedAddress'
}

/** Whether a URL names a server by a number that may not be asked. Names are looked up by `lookupWith`, numbers are not. */
export function isRefusedHost({ hostname }: URL, mayAsk: (ip: string) => boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !mayAsk(host)
}

/**
 * Looks a name up for a request, and gives only the addresses that may be asked: the connection goes to no other, whatever
 * the name says a moment later.
 */
export function lookupWith(mayAsk: (ip: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const allowed = found.filter(({ address }) => mayAsk(address))
      const [first] = allowed
      if (first === undefined) return callback(new RefusedAddress(), [])
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}
