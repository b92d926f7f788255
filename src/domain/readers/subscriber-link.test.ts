import { describe, expect, test } from 'vitest'
import { LINK_ACTIONS, readSubscriberLink, subscriberLink } from './subscriber-link.ts'

const TOKEN = '0a'.repeat(32)

describe('the link of a mail', () => {
  test.each(LINK_ACTIONS)('to %s is read as it was written', (action) => {
    const address = subscriberLink('https://mantel.example', { action, token: TOKEN })
    expect(address.href).toBe(`https://mantel.example/subscription?${action}=${TOKEN}`)
    expect(readSubscriberLink(address.searchParams)).toEqual({ action, token: TOKEN })
  })

  test.each(['', 'confirm=', 'confirm=x', `confirm=${TOKEN}0`, `confirm=%00`, `other=${TOKEN}`])(
    'is none in ?%s',
    (query) => {
      expect(readSubscriberLink(new URLSearchParams(query))).toBeNull()
    },
  )
})
