import { expect, test } from 'vitest'
import { SPECULATION } from './inline-scripts.ts'

/** The speculation rules as browsers read them. */
interface Rules {
  prerender: { where: { and: [{ href_matches: string }, { not: { href_matches: string[] } }] } }[]
}

const [rule] = (JSON.parse(SPECULATION) as Rules).prerender
const [page, { not }] = rule?.where.and ?? [{ href_matches: '' }, { not: { href_matches: [] } }]
const site = 'https://magazine.example/article/a'

function isPrerendered(address: string): boolean {
  const matches = (pattern: string) => new URLPattern(pattern, site).test(address, site)
  return matches(page.href_matches) && !not.href_matches.some(matches)
}

test('a page is drawn before its link is followed; a file, the admin, a search and another site are not', () => {
  const pages = ['/', '/article/b', '/living-spaces?category=Small+Spaces', '/browse', '/lists/browse/newest']
  for (const address of pages) expect(isPrerendered(address), address).toBe(true)
  const others = [
    '/rss.xml',
    '/rss/tag/light.xml',
    '/admin',
    '/admin/articles',
    '/auth',
    '/browse?search=oak',
  ]
  for (const address of [...others, 'https://other.example/'])
    expect(isPrerendered(address), address).toBe(false)
})
