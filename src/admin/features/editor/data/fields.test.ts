import { expect, test } from 'vitest'
import { addTag, authorOptions } from './fields.ts'

const account = (id: string, full_name: string | null, role: 'editor' | 'contributor' | 'viewer') => ({
  id,
  full_name,
  email: `${id}@mantel.example`,
  role,
  name_confirmed: true,
  email_confirmed: true,
})
const profile = (name: string, image_url: string, profile_id: string | null = null) => ({
  profile_id,
  name,
  email: null,
  image_url,
})

test('those who write can be named as author, by name, with the portrait of their profile', () => {
  const accounts = [
    account('v', 'Vera', 'viewer'),
    account('p', 'Priya', 'contributor'),
    account('i', 'Ines', 'editor'),
  ]
  const profiles = [profile('Someone', '/p.webp', 'p'), profile('ines', '/i.webp')]
  expect(authorOptions(accounts, profiles, null)).toEqual([
    { id: 'i', name: 'Ines', imageUrl: '/i.webp' },
    { id: 'p', name: 'Priya', imageUrl: '/p.webp' },
  ])
})

test('a profile without account lends its portrait only to a confirmed name or address', () => {
  const unconfirmed = { ...account('i', 'Ines', 'editor'), name_confirmed: false, email_confirmed: false }
  const profiles = [profile('ines', '/i.webp'), { ...profile('x', '/x.webp'), email: 'i@mantel.example' }]
  expect(authorOptions([unconfirmed], profiles, null)[0]?.imageUrl).toBeNull()
  expect(authorOptions([{ ...unconfirmed, name_confirmed: true }], profiles, null)[0]?.imageUrl).toBe(
    '/i.webp',
  )
  expect(authorOptions([{ ...unconfirmed, email_confirmed: true }], profiles, null)[0]?.imageUrl).toBe(
    '/x.webp',
  )
})

test('an author who no longer writes stays the author', () => {
  const options = authorOptions([account('v', null, 'viewer')], [], 'v')
  expect(options).toEqual([{ id: 'v', name: 'v@mantel.example', imageUrl: null }])
})

test('a profile that belongs to another account lends no portrait', () => {
  const options = authorOptions(
    [account('p', 'Priya', 'editor')],
    [profile('Priya', '/x.webp', 'other')],
    null,
  )
  expect(options[0]?.imageUrl).toBeNull()
})

test('a tag is added under the rules of the Tags screen', async () => {
  await expect(addTag('木')).rejects.toThrow('Name needs a letter from a to z or a digit')
})
