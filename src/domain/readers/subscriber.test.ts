import { expect, test } from 'vitest'
import {
  consentVersion,
  DEFAULT_PREFERENCES,
  newSubscriber,
  subscribeFormSchema,
  subscriberSchema,
} from './subscriber.ts'

const form = { email: ' anna@example.com ', first_name: '  ', preferences: DEFAULT_PREFERENCES }

function messages(input: unknown): string[] {
  return subscribeFormSchema.safeParse(input).error?.issues.map(({ message }) => message) ?? []
}

test('an empty address is another problem than an invalid one', () => {
  expect(messages({ ...form, email: '  ' })).toEqual(['missing'])
  expect(messages({ ...form, email: 'anna' })).toEqual(['invalid'])
})

test('an empty first name is stored as null', () => {
  expect(newSubscriber(subscribeFormSchema.parse(form), '/browse', 'newsletter-0a1b2c3d')).toEqual({
    email: 'anna@example.com',
    first_name: null,
    preferences: { weeklyNewsletter: true, designTips: true, newArticles: false, specialOffers: false },
    source_page: '/browse',
    consent_version: 'newsletter-0a1b2c3d',
  })
})

test('each sentence that a form says has a version of its own', () => {
  const versions = [
    consentVersion('newsletter', 'We write until you unsubscribe.'),
    consentVersion('newsletter', 'We write once a month.'),
    consentVersion('letter-line', 'We write on Sundays.'),
    consentVersion('contact', 'We write. Küche, 厨房, 🏺.'),
  ]
  expect(new Set(versions.map((version) => version.replace(/^.*-/, ''))).size).toBe(versions.length)
  for (const version of versions) expect(version).toMatch(/^(newsletter|letter-line|contact)-[0-9a-f]{8}$/)
})

test('a row with odd preferences still reads', () => {
  const row = {
    id: '1',
    email: 'a@example.com',
    first_name: null,
    subscribed_at: '2026-11-01T10:00:00+00:00',
    source_page: null,
    status: 'active',
    consent_wording: null,
    consent_version: null,
    consent_at: null,
    consent_source: 'before confirmation',
    confirmed_at: null,
    unsubscribed_at: null,
    data_requested_at: null,
    erasure_requested_at: null,
    preferences: { weeklyNewsletter: true, designTips: 'yes', other: 1 },
  }
  expect(subscriberSchema.parse(row).preferences).toEqual({
    weeklyNewsletter: true,
    designTips: false,
    newArticles: false,
    specialOffers: false,
  })
})
