import { expect, test } from 'vitest'
import { type AuthorProfile, authorOptions } from './author-options.ts'

const account = (id: string, full_name: string | null, role: 'editor' | 'contributor' | 'viewer') => ({
  id,
  full_name,
  email: `${id}@mantel.example`,
  role,
  name_confirmed: true,
  email_confirmed: true,
})
const profile = (name: string, image_url: string, profile_id: string | null = null): AuthorProfile => ({
  id: name,
  profile_id,
  name,
  email: null,
  image_url,
  account: profile_id === null ? null : { removed_at: null },
})

test('accounts that write can be named as author, by name, with the portrait of their profile', () => {
  const accounts = [
    account('v', 'Vera', 'viewer'),
    account('p', 'Priya', 'contributor'),
    account('i', 'Ines', 'editor'),
  ]
  const profiles = [profile('Someone', '/p.webp', 'p'), profile('ines', '/i.webp')]
  expect(authorOptions(accounts, profiles, null)).toMatchObject([
    { id: 'i', name: 'Ines', imageUrl: '/i.webp' },
    { id: 'p', name: 'Priya', imageUrl: '/p.webp' },
  ])
})

test('a profile without account lends its portrait only to a confirmed name or address', () => {
  const unconfirmed = { ...account('i', 'Ines', 'editor'), name_confirmed: false, email_confirmed: false }
  const profiles = [profile('ines', '/i.webp'), { ...profile('x', '/x.webp'), email: 'i@mantel.example' }]
  const portrait = (of: typeof unconfirmed) =>
    authorOptions([of], profiles, null).find(({ id }) => id === 'i')?.imageUrl
  expect(portrait(unconfirmed)).toBeNull()
  expect(portrait({ ...unconfirmed, name_confirmed: true })).toBe('/i.webp')
  expect(portrait({ ...unconfirmed, email_confirmed: true })).toBe('/x.webp')
})

test('an author who no longer writes stays the author', () => {
  const options = authorOptions([account('v', null, 'viewer')], [], 'v')
  expect(options).toMatchObject([{ id: 'v', name: 'v@mantel.example', imageUrl: null }])
})

test('a profile that belongs to another account lends no portrait', () => {
  const options = authorOptions(
    [account('p', 'Priya', 'editor')],
    [profile('Priya', '/x.webp', 'other')],
    null,
  )
  expect(options[0]?.imageUrl).toBeNull()
})

test('authors without an account are offered, too; those whose account was removed are not', () => {
  const left = { account: { removed_at: '2026-11-01T00:00:00Z' } }
  const profiles = [
    profile('Guest', ''),
    profile('Reader', '', 'reader'),
    { ...profile('Leaver', '', 'gone'), ...left },
  ]
  expect(authorOptions([], profiles, null).map(({ id, hasAccount }) => ({ id, hasAccount }))).toEqual([
    { id: 'Guest', hasAccount: false },
    { id: 'reader', hasAccount: true },
  ])
})
