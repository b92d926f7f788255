import { expect, test } from 'vitest'
import { Fields } from './fields.ts'
import { datesOf, publicationOf } from './publication.ts'

const NOW = new Date('2026-11-30T12:00:00Z')

const read = (
  data: Record<string, unknown>,
  kind: 'story' | 'page' = 'story',
  changedAt = '2020-01-01T00:00:00.000Z',
) => {
  const fields = new Fields(data)
  return publicationOf(fields, {
    dates: datesOf(fields, null, 'UTC'),
    now: NOW,
    zone: 'UTC',
    why: null,
    isDraft: false,
    changedAt: kind === 'page' ? changedAt : null,
  })
}

const DAY = { date: '2024-01-01' }
const AT = '2024-01-01T00:00:00.000Z'
test.each([
  [DAY, 'published', AT],
  [{ ...DAY, draft: false, published: true, status: 'published', visibility: 'public' }, 'published', AT],
  [{ ...DAY, draft: 'no' }, 'published', AT],
  [{ published: '2024-01-01' }, 'published', AT],
  [{ ...DAY, publishDate: '2023-01-01' }, 'published', AT],
  [{ ...DAY, members: ['Ann', 'Bo'] }, 'published', AT],
  [{ ...DAY, expiryDate: '2027-01-01' }, 'published', AT],
  [{ ...DAY, build: { render: 'always', list: true } }, 'published', AT],
  [{ date: '2027-01-01' }, 'scheduled', '2027-01-01T00:00:00.000Z'],
  [{ ...DAY, publishDate: '2027-01-01' }, 'scheduled', '2027-01-01T00:00:00.000Z'],
  [{ date: '2027-01-01', publishDate: '2024-01-01' }, 'scheduled', '2027-01-01T00:00:00.000Z'],
])('%j is public from its date on', (data, state, at) => {
  expect(read(data)).toEqual({ state, at })
})

test.each([
  [{ ...DAY, draft: true }, null],
  [{ ...DAY, draft: 'yes' }, null],
  [{ ...DAY, Draft: 'TRUE' }, null],
  [{ ...DAY, draft: null }, 'Its field “draft” cannot be read'],
  [{ ...DAY, draft: 'wip' }, 'Its field “draft” cannot be read'],
  [{ ...DAY, published: false }, null],
  [{ ...DAY, publish: 'no' }, null],
  [{ ...DAY, published: 'soon' }, 'Its field “published” cannot be read'],
  [{ ...DAY, status: 'draft' }, null],
  [{ ...DAY, status: 'review' }, 'Its status was “review”'],
  [{ ...DAY, visibility: 'paid' }, 'Its visibility was “paid”'],
  [{ ...DAY, private: true }, 'It was private'],
  [{ ...DAY, unlisted: 1 }, 'It was not listed'],
  [{ ...DAY, hidden: 'true' }, 'It was hidden'],
  [{ ...DAY, password: 'tree' }, 'It had a password'],
  [{ ...DAY, members_only: true }, 'It was only for members'],
  [{ ...DAY, _build: { list: 'never' } }, 'It was not listed'],
  [{ ...DAY, build: { render: 'link' } }, 'It had no address of its own'],
  [{ ...DAY, permalink: false }, 'It had no address of its own'],
  [{ ...DAY, headless: true }, 'It had no address of its own'],
  [{ ...DAY, expiryDate: 'some day' }, 'The date of its end cannot be read'],
  [{ date: 'some day' }, 'Its date cannot be read'],
  [{ date: '3/4/2024' }, 'Its date cannot be read'],
  [{}, 'It has no date'],
])('%j is private', (data, why) => {
  expect(read(data)).toEqual({ state: 'draft', why })
})

test('a page needs no date, but keeps what makes it private', () => {
  expect(read({}, 'page')).toEqual({ state: 'published', at: '2020-01-01T00:00:00.000Z' })
  expect(read({ draft: true }, 'page')).toEqual({ state: 'draft', why: null })
  expect(read({ date: 'x' }, 'page')).toEqual({ state: 'draft', why: 'Its date cannot be read' })
})

test('the time of a file announces no page, even where a clock is ahead', () => {
  expect(read({}, 'page', '2026-11-30T12:00:01.000Z')).toEqual({ state: 'published', at: NOW.toISOString() })
})

test('what has gone stays away', () => {
  expect(read({ ...DAY, expiryDate: '2024-02-01' })).toEqual({ state: 'archived', why: 'Its time was over' })
  expect(read({ ...DAY, archived: true })).toEqual({ state: 'archived', why: null })
})
