import { describe, expect, test } from 'vitest'
import { createWebhookVerifier, signWebhook } from './webhook.ts'

const secret = 'a secret of the project'

describe('a webhook call', () => {
  const now = 1_800_000_000
  const verifier = () => createWebhookVerifier(secret, () => now)

  test('is accepted once when signed and fresh', () => {
    const verify = verifier()
    const signature = signWebhook(secret, now, '{}')
    expect(verify(String(now), signature, '{}')).toBe('accepted')
    expect(verify(String(now), signature, '{}')).toBe('replayed')
  })

  test('is refused with another body, secret or timestamp', () => {
    const signature = signWebhook(secret, now, '{}')
    expect(verifier()(String(now), signature, '{"x":1}')).toBe('unsigned')
    expect(verifier()(String(now + 1), signature, '{}')).toBe('unsigned')
    expect(verifier()(String(now), signWebhook('other', now, '{}'), '{}')).toBe('unsigned')
    expect(verifier()(undefined, undefined, '{}')).toBe('unsigned')
    expect(verifier()(String(now), 'é'.repeat(32), '{}')).toBe('unsigned')
  })

  test('is refused when six minutes old, however well signed', () => {
    expect(verifier()(String(now - 360), signWebhook(secret, now - 360, '{}'), '{}')).toBe('stale')
  })
})
