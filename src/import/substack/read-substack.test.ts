import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { filesIn, folderOf, itemsOf, ofKind, zipOf } from '../../../tests/support/import/source-folder.ts'
import type { Item } from '../description.ts'
import { readSubstack } from './read-substack.ts'
import { readSubstackSubscribers } from './subscribers.ts'

const EXPORTS = join(import.meta.dirname, '../../../tests/fixtures/exports')
const FOLDER = join(EXPORTS, 'substack')

describe('an export of Substack', () => {
  let items: Item[]
  beforeAll(async () => {
    items = await itemsOf(readSubstack, FOLDER)
  })

  test('is the same as a ZIP, and as a ZIP with a folder around it', async () => {
    const files = filesIn(FOLDER)
    const around = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`export/${path}`, content]),
    )
    expect(await itemsOf(readSubstack, zipOf(files))).toEqual(items)
    expect(await itemsOf(readSubstack, zipOf(around))).toEqual(items)
  })

  test.each([
    ['101', { state: 'published', at: '2024-01-26T20:48:19.814Z' }],
    ['102', { state: 'draft', why: 'It was only for paying readers' }],
    ['103', { state: 'draft', why: 'It was only for founding members' }],
    ['104', { state: 'draft', why: 'Its audience “tier_gold” is not known' }],
    ['105', { state: 'draft', why: 'A part of it was only for paying readers' }],
    ['106', { state: 'draft', why: null }],
    ['107', { state: 'scheduled', at: '2027-02-06T08:00:00.000Z' }],
    ['109', { state: 'published', at: '2024-02-07T08:00:00.000Z' }],
    ['112', { state: 'draft', why: 'A part of it was only for some readers' }],
    ['113', { state: 'draft', why: 'It has no date' }],
    ['114', { state: 'draft', why: 'Its type “adhoc_email” is not known' }],
    ['115', { state: 'draft', why: null }],
    ['199', { state: 'draft', why: 'posts.csv has no row of it' }],
  ])('story %s is private unless its row proves otherwise', (key, publication) => {
    const story = ofKind(items, 'story').find((item) => item.key === key)
    expect(story?.publication).toEqual(publication)
  })

  test('has no words of a private text outside of that text', () => {
    const withoutTexts = items.map((item) => ('html' in item ? { ...item, html: '' } : item))
    expect(JSON.stringify(withoutTexts)).not.toContain('canary')
  })

  test('names what it leaves out', () => {
    const leftOut = ofKind(items, 'left out').filter(({ what }) => what !== 'Subscriber')
    expect(leftOut.map(({ what, title, why }) => [what, title, why])).toEqual([
      ['Thread', 'Chat', 'It is a conversation of readers'],
      ['Story', 'Newest', 'Its text is not in the file'],
    ])
  })

  test('knows the magazine by links to its own stories', () => {
    expect(ofKind(items, 'magazine')).toMatchObject([{ name: '', address: 'https://www.kiln.example' }])
    const clay = ofKind(items, 'story').find(({ key }) => key === '101')
    expect(clay?.addresses).toEqual([
      '/p/clay',
      '/p/clay/comments',
      'https://kiln.substack.com/p/clay',
      'https://open.substack.com/pub/kiln/p/clay',
    ])
  })

  test('has pages, standfirsts and sounds', () => {
    expect(ofKind(items, 'page')).toMatchObject([
      {
        key: '108',
        title: 'About us',
        slug: 'about',
        addresses: expect.arrayContaining(['/about', '/p/about']) as unknown,
      },
    ])
    const stories = new Map(ofKind(items, 'story').map((story) => [story.key, story]))
    expect(stories.get('101')).toMatchObject({ standfirst: 'What the river brings', slug: 'clay' })
    expect(stories.get('109')?.html).toMatch(/^<p><a href="https:\/\/example\.com\/talk\.mp3">Talk<\/a><\/p>/)
    expect(stories.get('109')?.notes).toContainEqual({
      kind: 'changed',
      text: 'The sound of an episode is a link',
    })
  })

  test('tells of pictures by their original, with the words of public stories only', () => {
    const original = 'https://substack-post-media.s3.amazonaws.com/public/images/11111111-2222_1200x800.jpeg'
    expect(ofKind(items, 'picture')).toMatchObject([
      { key: original, address: original, alt: 'A bowl of clay' },
    ])
    expect(ofKind(items, 'picture')[0]?.addresses).toEqual([
      'https://bucketeer-0a1b2c3d-aaaa-bbbb-cccc-ddddeeeeffff.s3.amazonaws.com/public/images/11111111-2222_1200x800.jpeg',
    ])
  })

  test('keeps the text with its caption, quotation, film and footnotes', () => {
    const clay = ofKind(items, 'story').find(({ key }) => key === '101')
    expect(clay?.html.replace(/\n\s*/g, '')).toBe(
      '<p id="s-footnote-anchor-1">The river brings clay<sup><a href="#s-footnote-1">1</a></sup>, as <a href="https://kiln.substack.com/p/about">we said</a>.</p>' +
        '<figure><img src="https://substack-post-media.s3.amazonaws.com/public/images/11111111-2222_1200x800.jpeg" alt="A bowl of clay"><figcaption>A bowl by <em>Marit</em></figcaption></figure>' +
        '<h2>Firing</h2><blockquote><p>Clay remembers.</p></blockquote>' +
        '<figure data-block="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&#x26;t=30">www.youtube.com/watch?v=dQw4w9WgXcQ&#x26;t=30</a></figure>' +
        '<hr><ol><li id="s-footnote-1"><p>Mostly in March. <a href="#s-footnote-anchor-1">↩</a></p></li></ol>',
    )
    expect(clay?.notes.map(({ text }) => text)).toEqual(['A form to subscribe', 'A poll'])
  })

  test('never raises a consent', () => {
    expect(ofKind(items, 'subscriber').map(({ email, receives }) => [email, receives])).toEqual([
      ['anna@example.com', false],
      ['bruno@example.com', false],
      ['carla@example.com', false],
    ])
    const leftOut = ofKind(items, 'left out').filter(({ what }) => what === 'Subscriber')
    expect(leftOut.map(({ place, title, why }) => [place, title, why])).toEqual([
      ['email_list.kiln.csv row 5', '', 'Its owner asked to be deleted'],
      ['email_list.kiln.csv row 6', '', 'It is no e-mail address'],
    ])
  })
})

test('a list of subscribers of its own is read, of either kind', async () => {
  const items = await itemsOf(readSubstackSubscribers, join(EXPORTS, 'substack-subscribers.csv'))
  expect(
    ofKind(items, 'subscriber').map(({ email, name, receives, since }) => [email, name, receives, since]),
  ).toEqual([
    ['dora@example.com', 'Dora', true, '2024-03-01T00:00:00.000Z'],
    ['emil@example.com', 'Emil, E.', false, '2024-04-01T00:00:00.000Z'],
    ['frida@example.com', '', false, null],
  ])
  expect(JSON.stringify(items)).not.toContain('DE')
  const ofZip = await itemsOf(readSubstackSubscribers, zipOf(filesIn(FOLDER)))
  expect(ofKind(ofZip, 'subscriber')).toHaveLength(3)
})

const HEADER = 'title,Post_ID , is_published,audience,type,post_date,new'
test('columns may be in any order, and more than are known', async () => {
  const row = 'Clay,7.clay,TRUE,everyone,newsletter,2024-01-01T00:00:00Z,x'
  const items = await itemsOf(
    readSubstack,
    folderOf({ 'posts.csv': `\ufeff${HEADER}\r\n${row}\r\n`, 'posts/7.clay.html': '<p>x</p>' }),
  )
  expect(ofKind(items, 'story')).toMatchObject([{ title: 'Clay', publication: { state: 'published' } }])
})

test.each([
  ['no Substack', { 'a.csv': 'x' }, 'There is no posts.csv in it'],
  ['another table', { 'posts.csv': 'id,title\n1,x' }, 'posts.csv has no column post_id'],
  ['a cut', { 'posts.csv': `${HEADER}\n"Cl` }, 'posts.csv cannot be read from row 2 on'],
])('what is no export of Substack is refused: %s', async (_, files: Record<string, string>, message) => {
  await expect(itemsOf(readSubstack, folderOf(files))).rejects.toThrow(message)
})

test('one text that cannot be read is left out', async () => {
  const row = 'Deep,7.deep,true,everyone,newsletter,2024-01-01T00:00:00Z,'
  const files = { 'posts.csv': `${HEADER}\n${row}`, 'posts/7.deep.html': '<div>'.repeat(100_000) }
  const items = await itemsOf(readSubstack, folderOf(files))
  expect(ofKind(items, 'left out')).toMatchObject([{ title: 'Deep', why: 'Its HTML cannot be read' }])
})
