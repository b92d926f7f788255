import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyToken } from './jwt.ts'

const SECRET = 's'.repeat(32)
const inAMinute = () => Math.floor(Date.now() / 1000) + 60

function sign(header: object, claims: object, secret = SECRET): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

describe('an access token', () => {
  test('signed with the secret gives its claims', () => {
    const token = sign({ alg: 'HS256' }, { sub: 'x', exp: inAMinute() })
    expect(verifyToken(token, SECRET)).toMatchObject({ sub: 'x' })
  })

  test.each([
    ['expired', sign({ alg: 'HS256' }, { exp: inAMinute() - 120 })],
    ['without an end', sign({ alg: 'HS256' }, { sub: 'x' })],
    ['signed with another secret', sign({ alg: 'HS256' }, { exp: inAMinute() }, 'other')],
    ['of another algorithm', sign({ alg: 'none' }, { exp: inAMinute() })],
    ['without a signature', sign({ alg: 'HS256' }, { exp: inAMinute() }).replace(/[^.]+$/, '')],
    ['that is no token', 'sb_publishable_x'],
  ])('%s is refused', (_, token) => {
    expect(verifyToken(token, SECRET)).toBeNull()
  })
})
