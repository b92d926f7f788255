import { describe, expect, test } from 'vitest'
import { LINK_ACTIONS, ofLetter, readSubscriberLink, readToken, subscriberLink } from './subscriber-link.ts'

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

  test('in a letter names the mail that it is in', () => {
    const recipient = '0b4ef1a2-6a5e-4d5c-9a37-3d4f7f5f0c11'
    const address = subscriberLink('https://mantel.example', {
      action: 'unsubscribe',
      token: ofLetter(TOKEN, recipient),
    })
    const link = readSubscriberLink(address.searchParams)
    expect(readToken(link?.token ?? '')).toEqual({ token: TOKEN, recipient })
    expect(readToken(TOKEN)).toEqual({ token: TOKEN, recipient: null })
    expect(readSubscriberLink(new URLSearchParams(`unsubscribe=${TOKEN}.${'-'.repeat(36)}`))).not.toBeNull()
    expect(readToken(`${TOKEN}.${'-'.repeat(36)}`)).toEqual({ token: TOKEN, recipient: null })
  })
})
