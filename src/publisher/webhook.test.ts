import { describe, expect, test } from 'vitest'
import { createWebhookGuard, signWebhook } from './webhook.ts'

const secret = 'a secret of the project'

describe('a webhook call', () => {
  const now = 1_800_000_000
  const guard = () => createWebhookGuard(secret, () => now)

  test('signed and fresh is accepted, once', () => {
    const judge = guard()
    const signature = signWebhook(secret, now, '{}')
    expect(judge(String(now), signature, '{}')).toBe('accepted')
    expect(judge(String(now), signature, '{}')).toBe('replayed')
  })

  test('with another body, secret or timestamp is refused', () => {
    const signature = signWebhook(secret, now, '{}')
    expect(guard()(String(now), signature, '{"x":1}')).toBe('unsigned')
    expect(guard()(String(now + 1), signature, '{}')).toBe('unsigned')
    expect(guard()(String(now), signWebhook('other', now, '{}'), '{}')).toBe('unsigned')
    expect(guard()(undefined, undefined, '{}')).toBe('unsigned')
    expect(guard()(String(now), 'é'.repeat(32), '{}')).toBe('unsigned')
  })

  test('that is six minutes old is refused, however well signed', () => {
    expect(guard()(String(now - 360), signWebhook(secret, now - 360, '{}'), '{}')).toBe('stale')
  })
})
