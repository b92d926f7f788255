import { describe, expect, test } from 'vitest'
import { filesOf, keyOf, pathsOf, stageOf } from './keys.ts'

test.each([
  ['index.html', 'index.html', ['/', '/index.html']],
  ['404.html', '404.html', ['/404.html']],
  ['article/a-kitchen.html', 'article/a-kitchen', ['/article/a-kitchen']],
  ['article/index.html', 'article/index', ['/article/index']],
  ['rss.xml', 'rss.xml', ['/rss.xml']],
  ['_redirects', '_redirects', ['/_redirects']],
  ['team/Žofie +1.jpg', 'team/Žofie +1.jpg', ['/team/%C5%BDofie%20%2B1.jpg']],
])('the file %s has the key %s and the addresses %j', (file, key, paths) => {
  expect(keyOf(file)).toBe(key)
  expect(filesOf(key)).toContain(file)
  expect(pathsOf(key)).toEqual(paths)
})

describe('in a delivery', () => {
  const order = (...changes: Parameters<typeof stageOf>[]) => {
    const stages = changes.map((change) => stageOf(...change))
    expect(stages).toEqual(stages.toSorted((a, b) => a - b))
    expect(new Set(stages).size).toBe(stages.length)
  }

  test.each(['urgent', 'later'] as const)(
    'what pages name is there before them, and is removed after them: %s',
    (priority) => {
      order(
        ['_images/a-480.avif', 'added', priority],
        ['article/new', 'added', priority],
        ['index.html', 'changed', priority],
        ['article/old', 'removed', priority],
        ['_images/b-480.avif', 'removed', priority],
      )
    },
  )

  test.each(['rss.xml', 'sitemap-1.xml', 'lists/2.json', 'robots.txt', '_redirects', 'tag/a-b/2'])(
    'feeds, site maps and lists name pages as a page does: %s',
    (key) => {
      order(['_astro/a.css', 'changed', 'urgent'], [key, 'added', 'urgent'], [key, 'changed', 'urgent'])
    },
  )

  test('what is urgent goes before the rest, but not before files that its pages may name', () => {
    order(['_astro/a.css', 'added', 'later'], ['index.html', 'changed', 'urgent'])
    order(['article/new', 'added', 'later'], ['index.html', 'changed', 'urgent'])
    order(['_images/b-480.avif', 'removed', 'urgent'], ['article/x', 'changed', 'later'])
  })
})
