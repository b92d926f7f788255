import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseCopyName } from '../../../content/pictures/pictures.ts'
import { CROPS } from '../../../domain/media/focus.ts'
import { MAX_CARD_TITLE } from '../../../domain/story/title.ts'
import { STANDARD_THEME } from '../../../domain/theme/theme.ts'
import { setTitle, textWidth } from './layout.ts'
import { type Line, breakLines, cutWord, joinWords, titleWords } from './line-breaks.ts'
import { createSocialCardRenderer, socialCardCopy } from './renderer.ts'
import { hasLetters, openTextOutliner } from './text-outlines.ts'

const card = {
  title: 'The green room, kept',
  emphasis: 'kept',
  category: { name: 'Interior Design', color: '#d9982b' },
  siteName: 'Mantel',
  picture: null,
  colours: STANDARD_THEME.light,
}
/** Of one colour in the card's shape, and of another in the shape without words. */
const COPIES = { card: '#2060c0', share: '#c02060' }
const withPicture = {
  ...card,
  picture: { key: '0123456789abcdef', focus: null },
  colours: { ...card.colours, paper: '#f4e6d8', rule: '#d0b090' },
}

const rendererIn = (folder: string) =>
  createSocialCardRenderer(folder, async (file) => {
    const copy = parseCopyName(file)
    if (copy?.format !== 'jpg' || (copy.crop !== 'card' && copy.crop !== 'share')) throw new Error(file)
    const size = CROPS[copy.crop]
    return sharp({ create: { ...size, channels: 3, background: COPIES[copy.crop] } })
      .jpeg({ quality: 100 })
      .toBuffer()
  })
const read = (line: Line) => line.map(({ text, emphasis }) => (emphasis ? `*${text}*` : text)).join('')
const byLength = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0)

test('splits a title at its spaces, never between a word and its punctuation', () => {
  expect(titleWords('What the *hedge*, lends', '*hedge*').map(read)).toEqual([
    'What',
    'the',
    '**hedge**,',
    'lends',
  ])
  expect(read(joinWords(titleWords('Salt and light', 'and light')))).toBe('Salt *and light*')
})

test('breaks a title into few lines of about the same length', () => {
  const lines = breakLines(titleWords('one two three four five six seven', null), 24, byLength)
  expect(lines.map(read)).toEqual(['one two three four', 'five six seven'])
})

const long = 'Donaudampfschifffahrtsgesellschaftskapitän'
const word = fc.stringMatching(/^[a-zäÄ’]{1,60}[,.]?$/)

test('lines add no letter, blank or hyphen to the title, except hyphens in a word wider than a line', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 2, max: 80 }),
      (words, width) => {
        const title = words.join(' ')
        const parts = titleWords(title, words[0] ?? null).flatMap((part) => cutWord(part, width, byLength))
        const lines = breakLines(parts, width, byLength)
        for (const line of lines) expect(byLength(line)).toBeLessThanOrEqual(width)
        const text = lines.map((line) => line.map((span) => span.text).join('')).join('\n')
        expect(text.replace(/-\n/g, '').replace(/\n/g, ' ')).toBe(title)
        if (words.every((one) => one.length <= width)) expect(text).not.toContain('-')
      },
    ),
  )
})

test.each([
  ['of 24 letters before its comma', 'x'.repeat(24) + ', and', 'x'.repeat(24)],
  ['of 25 letters', 'x'.repeat(25), null],
  ['that changes its style', `The ${long}, kept`, 'schifffahrt'],
])('a word %s stays whole', (_, title, emphasis) => {
  const plain = joinWords(titleWords(title, emphasis))
  expect(plain.map(({ text }) => text).join('')).toBe(title)
})

/** The mean colour of a part of a card. */
async function colourOf(
  bytes: Uint8Array,
  part: { left: number; top: number; width: number; height: number },
) {
  const { channels } = await sharp(await sharp(bytes).extract(part).toBuffer()).stats()
  return channels.map(({ mean }) => mean)
}
const near = (colour: readonly number[], hex: string) =>
  colour.every((mean, index) => Math.abs(mean - parseInt(hex.slice(1 + 2 * index, 3 + 2 * index), 16)) < 6)

test.each([
  card.title,
  'Rooms & <walls> '.repeat(19).slice(0, 300),
  'W'.repeat(300),
  `The ${'long'.repeat(20)}, kept`,
])(
  'a card with a picture has it whole at the right, and the title in the colours of the room beside it: %s',
  async (title) => {
    const render = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
    const bytes = await render({ ...withPicture, title })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
    const { width } = CROPS.card
    const picture = { left: 1200 - width + 8, top: 0, width: width - 8, height: 630 }
    expect(near(await colourOf(bytes, picture), COPIES.card)).toBe(true)
    const { channels } = await sharp(await sharp(bytes).extract(picture).toBuffer()).stats()
    for (const { min, max } of channels) expect(max - min).toBeLessThan(12)
    // Around the text, and between it and the picture.
    for (const part of [
      { left: 0, top: 0, width: 64, height: 630 },
      { left: 1200 - width - 40, top: 0, width: 32, height: 630 },
      { left: 0, top: 110, width: 1200 - width - 8, height: 30 },
      { left: 0, top: 505, width: 1200 - width - 8, height: 28 },
    ])
      expect(near(await colourOf(bytes, part), withPicture.colours.paper), JSON.stringify(part)).toBe(true)
    const words = await sharp(bytes).extract({ left: 72, top: 150, width: 500, height: 350 }).toBuffer()
    const { channels: ofWords } = await sharp(words).stats()
    for (const { min } of ofWords) expect(min).toBeLessThan(100)
  },
)

test('a story with a letter that the typefaces lack is shown by its picture alone', async () => {
  const render = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  const bytes = await render({ ...withPicture, title: '京都の町家に暮らす', emphasis: null })
  expect(near(await colourOf(bytes, { left: 0, top: 0, width: 1200, height: 630 }), COPIES.share)).toBe(true)
})

test('a long category or name of the magazine stays on the card', async () => {
  const render = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  const name = 'Mittelmeerküchengartenbau '.repeat(4).trim()
  const bytes = await render({ ...card, siteName: name, category: { name, color: '#d9982b' } })
  for (const top of [60, 545]) {
    const margin = { left: 1200 - 60, top, width: 60, height: 60 }
    const { channels } = await sharp(await sharp(bytes).extract(margin).toBuffer()).stats()
    for (const { min, max } of channels) expect(max - min).toBeLessThan(12)
  }
})

test.each([
  ['a short title', card.title],
  ['a title of 300 characters', 'Rooms & <walls> '.repeat(19).slice(0, 300)],
  ['one endless word', 'W'.repeat(300)],
  ['a long word', `The ${long} at home`],
  ['European letters', 'Łódź, Ærø, Dvořák & İstanbul'],
  ['an empty title', ''],
])('renders %s in 1200 × 630, to the same bytes every time', async (_, title) => {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-cards-'))
  const render = rendererIn(folder)
  const first = await render({ ...card, title })
  expect(await sharp(first).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  expect(Buffer.from(await render({ ...card, title })).equals(first)).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
  const elsewhere = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  expect(Buffer.from(await elsewhere({ ...card, title })).equals(first)).toBe(true)
})

/** What is drawn in place of a card with letters that the typefaces lack: the magazine's name, or no words. */
const named = { ...card, title: card.siteName, emphasis: null, category: null }
const withoutWords = { ...named, title: '', siteName: '' }

test.each([
  ...[
    '京都の町家に暮らす',
    'بيت صغير',
    'The house of Άρης',
    'Дом у моря',
    'A house 🪑',
    'Room → garden',
    'Thăng Long ở Huế',
  ],
  ...['Hawaiʻi', '№ 5', 'שלום'],
])('“%s”, a letter of which the typefaces lack, gets a card with the name of the magazine', async (title) => {
  const render = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  const bytes = await render({ ...card, title, emphasis: null })
  expect(Buffer.from(bytes).equals(await render(named))).toBe(true)
})

test('where the staff have chosen a picture for shared links, such a story gets that', async () => {
  const magazinePicture = { key: '0123456789abcdef', focus: null }
  const lacking = { ...card, title: 'マントル', emphasis: null, picture: null, magazinePicture }
  expect(await socialCardCopy(lacking)).toBe('0123456789abcdef-share-50-50.jpg')
  expect(await socialCardCopy({ ...lacking, title: 'A hall' })).toBeNull()
})

test.each([
  ...[
    'Łódź, Ærø, Dvořák & İstanbul',
    'Cafe\u0301 Do\u0308rte',
    'Well\u2011being',
    'A soft\u00adhyphen',
    '½ × ² for 5 €',
  ],
  ...['\u2066Left\u2069 to right', 'No-break\u00a0space', '“Quoted” – it’s … fine'],
])('“%s” is drawn whole', async (title) => {
  expect(await hasLetters(title, 'roman')).toBe(true)
})

test('a category with a letter that the typefaces lack gives a card with the name of the magazine, such a name one without words', async () => {
  const render = rendererIn(await mkdtemp(join(tmpdir(), 'mantel-cards-')))
  const category = { name: '建築', color: '#d9982b' }
  expect(Buffer.from(await render({ ...card, category })).equals(await render(named))).toBe(true)
  const lacking = await render({ ...card, siteName: 'マントル' })
  expect(Buffer.from(lacking).equals(await render(withoutWords))).toBe(true)
})

test('a title of the advised length is readable beside the picture where the card is small', async () => {
  const outline = await openTextOutliner()
  const em = (line: Line) => line.reduce((sum, { text }) => sum + outline(text, 'roman', 1, -0.03).width, 0)
  const titles = [
    'The house at the end of the lane that nobody had wanted, and the family who then stayed for good there',
    'A Sixteen-Room Modernist Farmhouse Restored by Its Grandchildren With Salvaged Windows and Quiet Paint',
  ]
  for (const title of titles) {
    const longest = title.slice(0, MAX_CARD_TITLE).trim()
    expect(setTitle(titleWords(longest, null), textWidth(true), em).size).toBeGreaterThanOrEqual(52)
  }
})
