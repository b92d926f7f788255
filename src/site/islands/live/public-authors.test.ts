import { afterEach, expect, test, vi } from 'vitest'
import { publicClient } from '../../../backend/client.ts'
import { findAuthor, readPublicAuthors } from './public-authors.ts'

afterEach(() => vi.unstubAllGlobals())

const author = (n: number) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  slug: `author-${n}`,
  name: `Author ${n}`,
  role: null,
  bio: null,
  image_url: null,
  email: null,
  created_at: '2026-01-01T00:00:00Z',
  social_links: {},
  profile_id: null,
  team_position: null,
})

/** A server that answers with 1,000 rows at most. */
function serve(total: number) {
  const stored = Array.from({ length: total }, (_, n) => author(n))
  vi.stubGlobal('fetch', (address: string | URL) => {
    const { searchParams } = new URL(address)
    const first = Number(searchParams.get('offset'))
    const wanted = Number(searchParams.get('limit') ?? 1000)
    return Promise.resolve(Response.json(stored.slice(first, first + Math.min(wanted, 1000))))
  })
}

test.each([0, 1, 1000, 2500])('all of %i authors are read', async (total) => {
  serve(total)
  expect(await readPublicAuthors(publicClient('http://nowhere.example', 'key'))).toHaveLength(total)
})

test('a failed request is not taken for no authors', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'no' }, { status: 400 })))
  expect(await readPublicAuthors(publicClient('http://nowhere.example', 'key'))).toBeNull()
})

test.each([
  ['by slug', 'own-address', 1],
  ['by id', author(2).id, 2],
  ['by name, with hyphens', 'gilt-zander', 3],
  ['by name, as it is written', 'jürgen-ß', 4],
  ['by name, spelled with combining marks', 'jürgen-ß'.normalize('NFD'), 4],
  ['by an address that is also the name of somebody before', 'ada-berg', 6],
  ['by an address that nobody has', 'nobody', null],
])('an author is found as on the built site: %s', (_, key, found) => {
  const authors = [
    { ...author(1), slug: 'own-address' },
    { ...author(2), slug: null },
    { ...author(3), name: 'Gilt Zander' },
    { ...author(4), name: 'Jürgen ß' },
    { ...author(5), name: 'Ada Berg', slug: 'ada' },
    { ...author(6), name: 'Zoe Quist', slug: 'ada-berg' },
  ]
  expect(findAuthor(authors, key)?.id ?? null).toBe(found === null ? null : author(found).id)
})
