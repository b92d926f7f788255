import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Calendar } from '../text/calendar.ts'
import {
  authorKeys,
  authorSchema,
  authorType,
  canonicalAuthorSlug,
  joinedMonth,
  SOCIAL_NETWORKS,
  socialUrl,
} from './author.ts'

const priya = { id: 'b7', slug: 'priya-lindqvist', name: 'Priya Lindqvist' }

describe('the addresses of an author', () => {
  test('are slug, id and hyphenated name, each once', () => {
    expect(authorKeys(priya)).toEqual(['priya-lindqvist', 'b7'])
    expect(authorKeys({ ...priya, slug: 'priya' })).toEqual(['priya', 'b7', 'priya-lindqvist'])
  })

  test('fall back to the id without a slug', () => {
    expect(canonicalAuthorSlug({ ...priya, slug: null })).toBe('b7')
    expect(canonicalAuthorSlug({ ...priya, slug: '' })).toBe('b7')
  })

  test('know a name with accents as typed and as folded', () => {
    expect(authorKeys({ id: '1', slug: null, name: 'Zoë  Ünal' })).toEqual(['1', 'zoe-unal', 'zoë-ünal'])
  })

  test('know the signs of a name that was shortened', () => {
    expect(authorKeys({ id: '1', slug: null, name: 'J. Smith, Jr.' })).toEqual([
      '1',
      'j-smith-jr',
      'j.-smith,-jr.',
    ])
  })

  test('never leave the folder of authors', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, slug) => {
        for (const key of authorKeys({ id: 'id', slug, name })) expect(key).not.toMatch(/[/\\?#%\s]|^\.|^$/)
      }),
    )
  })
})

test('the month in which an author joined follows the magazine’s clock, and the team has none', () => {
  const created_at = '2025-08-31T23:30:00-05:00'
  const joined = (team_position: number | null, zone: string) =>
    joinedMonth({ team_position, created_at }, new Calendar(zone, null))
  expect(joined(null, 'UTC')).toBe('September 2025')
  expect(joined(null, 'America/Chicago')).toBe('August 2025')
  expect(joined(1, 'UTC')).toBeNull()
})

describe('socialUrl', () => {
  test.each([
    ['instagram', '@ines.abril', 'https://www.instagram.com/ines.abril'],
    ['twitter', 'inesabril', 'https://x.com/inesabril'],
    ['linkedin', 'in/ines-abril', 'https://www.linkedin.com/in/ines-abril'],
    ['linkedin', '/in/inés', 'https://www.linkedin.com/in/in%C3%A9s'],
    ['twitter', 'https://twitter.com/inesabril', 'https://twitter.com/inesabril'],
    ['instagram', 'http://instagram.com/ines', null],
    ['instagram', 'https://evil.example/instagram.com', null],
    ['instagram', 'https://instagram.com@evil.example/', null],
    ['linkedin', 'javascript:alert(1)', null],
    ['linkedin', '../../..', null],
    ['twitter', ' @ ', null],
    ['twitter', null, null],
    ['twitter', undefined, null],
  ] as const)('%s %s', (network, handle, url) => {
    expect(socialUrl(network, handle)).toBe(url)
  })

  test('stays on the network for any value', () => {
    const host = /^(www\.)?(instagram|twitter|linkedin)\.com$|^x\.com$/
    fc.assert(
      fc.property(fc.constantFrom(...SOCIAL_NETWORKS), fc.string(), (network, handle) => {
        const url = socialUrl(network, handle)
        if (url !== null) expect(new URL(url).hostname).toMatch(host)
      }),
    )
  })
})

test('a row with broken social links still reads', () => {
  const row = { ...authorType.columnsOf(authorType.blank()), ...priya, created_at: '2025-01-01T00:00:00Z' }
  expect(authorSchema.parse({ ...row, social_links: { twitter: 5, instagram: 'a' } }).social_links).toEqual({
    twitter: null,
    instagram: 'a',
  })
  expect(authorSchema.parse({ ...row, social_links: null }).social_links).toEqual({})
})

test('the form of an author needs a name, and nothing else', () => {
  const errors = (change: object) => authorType.errors({ ...authorType.blank(), ...change })
  expect(Object.keys(errors({ name: ' ' }))).toEqual(['name'])
  expect(errors({ name: 'Priya' })).toEqual({})
  expect(
    errors({
      name: 'x'.repeat(300),
      email: 'x',
      slug: 'A B',
      image_url: 'javascript:alert(1)',
      linkedin: 'https://evil.example/in',
    }),
  ).toEqual({
    name: 'Name must be at most 200 characters',
    email: 'Invalid email address',
    slug: 'Use lower-case letters, digits and single hyphens',
    image_url: 'Use a whole web address (https://…)',
    linkedin: 'Use a name on LinkedIn or an https address there',
  })
})

test('leaves out a key that is too long for the name of a file', () => {
  const name = '𐐨'.repeat(200)
  expect(authorKeys({ id: 'id', slug: 'author', name })).toEqual(['author', 'id'])
})
