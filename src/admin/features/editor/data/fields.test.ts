import { expect, test } from 'vitest'
import { authorOptions } from './fields.ts'

const account = (id: string, full_name: string | null, role: 'editor' | 'contributor' | 'viewer') => ({
  id,
  full_name,
  email: `${id}@mantel.example`,
  role,
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
