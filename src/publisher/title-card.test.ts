import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTitleCards } from './title-card.ts'
import { breakLines, lineOf, titleWords } from './title-lines.ts'
import type { Line } from './title-lines.ts'

const card = {
  title: 'The green room, kept',
  emphasis: 'kept',
  category: { name: 'Interior Design', color: '#d9982b' },
  siteName: 'Mantel',
}
const read = (line: Line) => line.map(({ text, emphasis }) => (emphasis ? `*${text}*` : text)).join('')
const byLength = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

test('a title is cut at its spaces, never between a word and the sign behind it', () => {
  expect(titleWords('What the *hedge*, lends', '*hedge*').map(read)).toEqual([
    'What',
    'the',
    '**hedge**,',
    'lends',
  ])
  expect(read(lineOf(titleWords('Salt and light', 'and light')))).toBe('Salt *and light*')
})

test('lines are few, and of about the same length', () => {
  const lines = breakLines(titleWords('one two three four five six seven', null), 24, byLength)
  expect(lines.map(read)).toEqual(['one two three four', 'five six seven'])
})

test.each([
  ['a short title', card.title],
  ['one of 300 signs', 'Rooms & <walls> '.repeat(19).slice(0, 300)],
  ['one word without an end', 'W'.repeat(300)],
  ['letters that no font of ours has', '緑の部屋 🪑'],
  ['letters of Europe', 'Łódź, Ærø, Dvořák & İstanbul'],
  ['nothing', ''],
])('the card with %s is 1200 × 630, and the same bytes every time', async (_, title) => {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-cards-'))
  const paint = await openTitleCards(folder)
  const first = await paint({ ...card, title })
  expect(await sharp(first).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(Buffer.from(await paint({ ...card, title })).equals(first)).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
  const elsewhere = await openTitleCards(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  expect(Buffer.from(await elsewhere({ ...card, title })).equals(first)).toBe(true)
})
