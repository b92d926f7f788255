import { expect, test } from 'vitest'
import { article, siteOf } from '../../../tests/support/database/content-rows.ts'
import { changedPaths, viewOf } from '../../../tests/support/publisher/page-view.ts'
import type { Row } from '../rows.ts'
import { letterListPage, letterPage, letterPicturePage } from './letters.ts'

const PICTURE = '/uploads/one.jpg'
const PICTURES = new Map([[PICTURE, { key: '0123456789abcdef', width: 2000, height: 1000 }]])

const shown = (id: string) => ({
  ...{ id, title: `Sent as ${id}`, excerpt: '', path: `/article/old-${id}`, category: '', byline: '' },
  ...{ image: PICTURE, alt: 'A room' },
})

function letter(row: Partial<Row<'letters'>> = {}): Row<'letters'> {
  return {
    ...{ id: 'l', slug: 'first-frost', frozen_at: '2026-03-01T09:00:00.000Z', withdrawn_files: [] },
    content: {
      ...{ subject: 'First frost', preview_text: '' },
      blocks: [
        { kind: 'hero', story: shown('a') },
        { kind: 'stories', heading: '', stories: [shown('b')] },
        { kind: 'picture', image: PICTURE, alt: '', caption: '', href: 'javascript:alert(1)' },
      ],
    },
    ...row,
  }
}

const rows = { articles: [article({ id: 'a', slug: 'now-a' })], letters: [letter()] }
const pictures = (site: ReturnType<typeof siteOf>) =>
  site.pages.addresses(letterPicturePage.route).map(({ pathname }) => pathname)

test('a letter shows its stories as they were sent, at their present addresses, and none that is no longer out', () => {
  expect(viewOf(siteOf(rows, PICTURES), letterPage, '/letters/first-frost')?.blocks).toMatchObject([
    { kind: 'hero', story: { title: 'Sent as a', path: '/article/now-a', picture: { alt: 'A room' } } },
    { kind: 'picture', href: null },
  ])
})

test('a picture that may not be shown any more is neither on the page nor at the address that mails name', () => {
  const withdrawn = siteOf({ ...rows, letters: [letter({ withdrawn_files: ['uploads/one.jpg'] })] }, PICTURES)
  expect(viewOf(withdrawn, letterPage, '/letters/first-frost')?.blocks).toMatchObject([
    { kind: 'hero', story: { picture: null } },
  ])
  expect(pictures(withdrawn)).toEqual([])
  // Each once in a size.
  expect(pictures(siteOf(rows, PICTURES))).toEqual(
    [1, 2].map((number) => `/letters/first-frost/${number}.jpg`),
  )
})

test('there is a list of letters from the first one on, unless a section is at its address', () => {
  expect(siteOf().pages.addresses(letterListPage.route)).toEqual([])
  const site = siteOf(rows)
  const second = letter({ id: 'm', slug: 'second', frozen_at: '2026-04-01T09:00:00.000Z' })
  expect(changedPaths(site, { letters: { put: [second], gone: [] } })).toEqual(
    expect.arrayContaining(['/letters', '/letters/second', '/letters/rss.xml']),
  )
  expect(viewOf(site, letterListPage, '/letters')?.map(({ slug }) => slug)).toEqual(['second', 'first-frost'])
  const sections = [{ ...siteOf().content.sections.all[0], slug: 'letters' } as Row<'sections'>]
  expect(siteOf({ ...rows, sections }).pages.addresses(letterListPage.route)).toEqual([])
})
