import { expect, test } from 'vitest'
import { matchTotp, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts'

// The secret of RFC 6238, appendix B: '12345678901234567890'.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('the code at second %i is as in RFC 6238', (second, code) => {
  expect(totpCode(SECRET, totpStep(second * 1000))).toBe(code)
})

test('a code is taken in the half minute before and after its own', () => {
  const time = 1_800_000_000_000
  const step = totpStep(time)
  expect([-2, -1, 0, 1, 2].map((shift) => matchTotp(SECRET, totpCode(SECRET, step + shift), time))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  expect(matchTotp(SECRET, '28708', time)).toBeNull()
})

test('a new secret has 160 bits and more in Base32', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('the address for apps names issuer and account', () => {
  expect(totpUri('ABC', 'My Mag', 'a@b.example')).toBe(
    'otpauth://totp/My%20Mag:a%40b.example?algorithm=SHA1&digits=6&issuer=My%20Mag&period=30&secret=ABC',
  )
})
