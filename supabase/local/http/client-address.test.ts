import { describe, expect, test } from 'vitest'
import { clientAddressFinder } from './client-address.ts'

describe('the address of a client', () => {
  test('is the address of its connection, whatever X-Forwarded-For says', () => {
    const find = clientAddressFinder([])
    expect(find('203.0.113.1', '198.51.100.7')).toBe('203.0.113.1')
    expect(find('::ffff:203.0.113.1', undefined)).toBe('203.0.113.1')
    expect(clientAddressFinder(['10.0.0.1'])('203.0.113.1', '198.51.100.7')).toBe('203.0.113.1')
  })

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['1.2.3.4, 198.51.100.7', '198.51.100.7'],
    ['1.2.3.4, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
    ['1.2.3.4, 2001:db8::7', '2001:db8::7'],
    ['10.9.9.9', '10.9.9.9'],
    ['nonsense', '10.0.0.1'],
    ['198.51.100.7, nonsense', '10.0.0.1'],
    [undefined, '10.0.0.1'],
  ])('behind trusted proxies with X-Forwarded-For %s is %s', (forwardedFor, address) => {
    expect(clientAddressFinder(['10.0.0.0/8', '::1'])('10.0.0.1', forwardedFor)).toBe(address)
  })

  test.each(['proxy.internal', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '/8'])(
    'names a trusted proxy that is no address or network: %s',
    (proxy) => {
      expect(() => clientAddressFinder([proxy])).toThrow(`"${proxy}" in TRUSTED_PROXIES is not an IP address`)
    },
  )
})
