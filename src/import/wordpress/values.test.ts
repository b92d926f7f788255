import { describe, expect, test } from 'vitest'
import { itemsOfWxr, ofKind, storyOf, wxrItem } from '../../../tests/support/wxr.ts'
import { momentOf } from '../moments.ts'
import { memberOf, phpValue } from './php-values.ts'

describe('dates', () => {
  test.each([
    ['2013-04-09 13:37:45', '2013-04-09T13:37:45.000Z'],
    ['0000-00-00 00:00:00', null],
    ['2013-02-30 00:00:00', null],
    ['yesterday', null],
    ['', null],
  ])('%j in UTC', (text, iso) => {
    expect(momentOf(text, 'UTC')).toBe(iso)
  })

  test.each([
    ['2024-07-01 12:00:00', '2024-07-01T10:00:00.000Z'],
    ['2024-01-01 12:00:00', '2024-01-01T11:00:00.000Z'],
    ['2024-03-31 03:30:00', '2024-03-31T01:30:00.000Z'],
    ['0000-00-00 00:00:00', null],
  ])('%j by the clock of Berlin', (text, iso) => {
    expect(momentOf(text, 'Europe/Berlin')).toBe(iso)
  })

  test.each([
    ['Tue, 09 Apr 2013 13:37:45 +0200', '2013-04-09T11:37:45.000Z'],
    ['Wed, 30 Nov -0001 00:00:00 +0000', null],
  ])('%j of a feed', (text, iso) => {
    expect(momentOf(text, 'UTC')).toBe(iso)
  })

  test('of a story: in UTC, else by the zone, else of the feed', async () => {
    const zero = '0000-00-00 00:00:00'
    const at = async (fields: Record<string, string>) => (await storyOf(fields)).createdAt
    expect(await at({ 'wp:post_date': '2024-07-01 12:00:00', 'wp:post_date_gmt': zero })).toBe(
      '2024-07-01T10:00:00.000Z',
    )
    const pubDate = 'Tue, 09 Apr 2013 13:37:45 +0000'
    expect(await at({ 'wp:post_date': zero, 'wp:post_date_gmt': zero, pubDate })).toBe(
      '2013-04-09T13:37:45.000Z',
    )
  })
})

describe('values of PHP', () => {
  test('are read, also where line ends made their lengths wrong', () => {
    expect(phpValue('a:1:{s:1:"a";s:4:"x\r\ny";}')).toEqual({ a: 'x\r\ny' })
    expect(phpValue('a:1:{s:1:"a";s:4:"x\ny";}')).toEqual({ a: 'x\ny' })
    expect(phpValue('a:1:{s:4:"größe";i:1;}')).toEqual({ größe: 1 })
  })

  test('are none for objects, endless lists and other texts', () => {
    expect(phpValue('O:8:"stdClass":1:{s:1:"a";i:1;}')).toBeNull()
    expect(phpValue('a:99999999:{i:0;i:1;}')).toBeNull()
    expect(phpValue('a:1:{i:0;'.repeat(50_000))).toBeNull()
    expect(phpValue('Hello')).toBeNull()
  })

  test('have no members that they only inherit', () => {
    const value = phpValue('a:1:{s:9:"__proto__";a:1:{s:4:"file";s:1:"x";}}')
    expect(memberOf(value, 'file')).toBeUndefined()
    expect(memberOf(value, 'toString')).toBeUndefined()
  })
})

describe('former addresses of a story', () => {
  const base = { 'wp:post_id': '12', 'wp:post_name': 'new', link: 'https://example.org/2020/01/new/' }

  test.each<
    [what: string, fields: Record<string, string>, meta: Record<string, string>, addresses: string[]]
  >([
    ['permalink and number', base, {}, ['https://example.org/2020/01/new/', 'https://example.org/?p=12']],
    [
      'a former slug',
      base,
      { _wp_old_slug: 'old' },
      ['https://example.org/2020/01/new/', 'https://example.org/?p=12', 'https://example.org/2020/01/old/'],
    ],
    [
      'a former day',
      { ...base, 'wp:post_date': '2020-01-02 00:00:00' },
      { _wp_old_date: '2019-12-31' },
      ['https://example.org/2020/01/new/', 'https://example.org/?p=12', 'https://example.org/2019/12/new/'],
    ],
    [
      'a path',
      { ...base, link: '/blog/new.html' },
      {},
      ['https://example.org/blog/new.html', 'https://example.org/?p=12'],
    ],
    [
      'a former host',
      { ...base, guid: 'http://old.example/?p=12' },
      {},
      ['https://example.org/2020/01/new/', 'https://example.org/?p=12', 'http://old.example/?p=12'],
    ],
    [
      'the number of another story',
      { ...base, guid: 'http://old.example/?p=99' },
      {},
      ['https://example.org/2020/01/new/', 'https://example.org/?p=12'],
    ],
  ])('%s', async (_, fields, meta, addresses) => {
    expect((await storyOf(fields, meta)).addresses).toEqual(addresses)
  })

  test('archives of a blog below a first part of the path', async () => {
    const items = await itemsOfWxr(
      `<wp:category><wp:category_nicename>a</wp:category_nicename><wp:cat_name>A</wp:cat_name></wp:category>${wxrItem({ link: 'https://example.org/blog/one/' })}${wxrItem({ 'wp:post_id': '2', link: 'https://example.org/blog/two/' })}`,
    )
    expect(ofKind(items, 'category')[0]?.addresses).toContain('https://example.org/blog/category/a/')
  })
})

test.each<[meta: Record<string, string>, title: string, notes: number]>([
  [{ rank_math_title: 'Own %sep% %sitename%' }, '', 1],
  [{ rank_math_title: '100% own, 20% more' }, '100% own, 20% more', 0],
  [{ _aioseo_title: '#post_title #separator_sa' }, '', 1],
  [{ _aioseop_title: 'Own &amp; good' }, 'Own & good', 0],
])('the title for search engines of %j', async (meta, title, notes) => {
  const story = await storyOf({}, meta)
  expect([story.metaTitle, story.notes.length]).toEqual([title, notes])
})

test('a picture at the top that the file does not have is noted, one from elsewhere is named', async () => {
  expect(await storyOf({}, { _thumbnail_id: '77' })).toMatchObject({
    picture: null,
    notes: [{ kind: 'dropped', text: 'The opening picture, which the file does not have' }],
  })
  const fifu = { fifu_image_url: 'https://elsewhere.example/p.jpg', fifu_image_alt: 'A hill' }
  expect((await storyOf({}, fifu)).picture).toMatchObject({
    address: 'https://elsewhere.example/p.jpg',
    alt: 'A hill',
  })
})
