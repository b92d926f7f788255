import { describe, expect, test } from 'vitest'
import {
  article,
  author,
  category,
  redirect,
  siteOf,
} from '../../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../../tests/support/publisher/page-view.ts'
import { changeSite } from '../../database/site-database.ts'
import { authorPage } from '../author.ts'
import { categoryFeedPage, oldCategoryFeedPage } from '../feed.ts'
import { redirectPage, redirectRulesPage } from './redirect.ts'

const makeSite = () =>
  siteOf({
    articles: [article({ id: 'a', category_id: 'c' })],
    categories: [category('c', 'Gardens')],
    author_profiles: [author({ id: 'w', name: 'Marta Quill' })],
  })

describe('an author who is renamed', () => {
  const site = makeSite()
  const changed = changedPaths(site, {
    author_profiles: { put: [author({ id: 'w', name: 'Marta Quill-Brandt' })], gone: [] },
    slug_redirects: {
      put: [
        redirect({ old_slug: 'marta-quill', kind: 'author', entity_id: 'w' }),
        redirect({ old_slug: 'marta-zoë', kind: 'author', entity_id: 'w' }),
        redirect({ old_slug: 'w', kind: 'author', entity_id: 'w' }),
      ],
      gone: [],
    },
  })

  test('has one page, to which the old addresses lead', () => {
    expect(changed).toContain('/author/marta-quill')
    expect(viewOf(site, authorPage, '/author/marta-quill')).toBeNull()
    expect(viewOf(site, redirectPage, '/author/marta-quill')).toBe('/author/marta-quill-brandt')
    expect(viewOf(site, redirectRulesPage, '/_redirects')).toContain(
      '/author/marta-zo%C3%AB /author/marta-quill-brandt 301\n',
    )
  })

  test('keeps the addresses that the present name still has', () => {
    expect(viewOf(site, redirectPage, '/author/w')).toBeNull()
    expect(viewOf(site, authorPage, '/author/w')).not.toBeNull()
  })

  test('is led to no more once the author is gone', () => {
    const after = makeSite()
    changeSite(after, {
      author_profiles: { put: [], gone: ['w'] },
      slug_redirects: {
        put: [redirect({ old_slug: 'old', kind: 'author', entity_id: 'w' })],
        gone: [],
      },
    })
    expect(viewOf(after, redirectPage, '/author/old')).toBeNull()
  })
})

describe('a category that is renamed', () => {
  const site = makeSite()
  const changed = changedPaths(site, {
    categories: { put: [category('c', 'Parks')], gone: [] },
    slug_redirects: {
      put: [redirect({ old_slug: 'gardens', kind: 'category', entity_id: 'c' })],
      gone: [],
    },
  })

  test('has its feed at the old address, too, with its present one, and a rule for hosts that redirect', () => {
    expect(changed).toContain('/rss/gardens.xml')
    const feed = viewOf(site, categoryFeedPage, '/rss/parks.xml')
    expect(feed?.items).toHaveLength(1)
    expect(viewOf(site, oldCategoryFeedPage, '/rss/gardens.xml')).toEqual(feed)
    expect(viewOf(site, redirectRulesPage, '/_redirects')).toContain('/rss/gardens.xml /rss/parks.xml 301\n')
  })

  test('gives its old address to a category that has it now', () => {
    const after = makeSite()
    changeSite(after, {
      categories: { put: [category('c', 'Parks'), category('d', 'Gardens')], gone: [] },
      slug_redirects: {
        put: [redirect({ old_slug: 'gardens', kind: 'category', entity_id: 'c' })],
        gone: [],
      },
    })
    expect(viewOf(after, categoryFeedPage, '/rss/gardens.xml')?.items).toEqual([])
    expect(viewOf(after, redirectRulesPage, '/_redirects')).not.toContain('/rss/gardens.xml')
  })
})
