import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture, pictureName, planPictures, readAltTexts, wholeImage } from './pictures.ts'
import { type Story, readStories } from './stories.ts'

const stories = await readStories()
const altTexts = await readAltTexts()

function storyWith(change: Partial<Story>): Story {
  const [story] = stories
  if (story === undefined) throw new Error('There are no stories')
  return { ...story, body: 'Nothing to see.', gallery: [], caption: undefined, ...change }
}

test('pictures with the same file, crop and flip are stored once, those with a caption per story', () => {
  const older = storyWith({
    slug: 'older',
    days_ago: 9,
    image: wholeImage('hall-0.webp'),
    author: 'Nell Carrow',
  })
  const newer = storyWith({ slug: 'newer', days_ago: 2, image: wholeImage('hall-0.webp') })
  const cut = storyWith({ slug: 'cut', image: { file: 'hall-0.webp', flip: true, crop: [0.1, 0, 0.9, 1] } })
  const told = storyWith({
    slug: 'told',
    image: wholeImage('hall-0.webp'),
    caption: 'Coats, in order of height.',
  })
  const planned = planPictures([newer, older, cut, told], altTexts)
  expect(planned.map(({ name }) => name).toSorted()).toEqual([
    'hall-0',
    'hall-0-mirrored-10-0-90-100',
    'told',
  ])
  const shared = planned.find(({ name }) => name === 'hall-0')
  expect(shared).toMatchObject({ uploader: 'Nell Carrow', daysAgo: 9, caption: null })
  expect(planned.find(({ name }) => name === 'told')?.caption).toBe('Coats, in order of height.')
})

test('a story with an unknown picture is refused by name', () => {
  const story = storyWith({ slug: 'lost', image: wholeImage('cellar-9.webp') })
  expect(() => planPictures([story], altTexts)).toThrow('lost.md: there is no picture cellar-9.webp')
})

test('a picture is cropped and flipped; its size is that of the result', async () => {
  const made = await makePicture({ file: 'hall-0.webp', flip: true, crop: [0.25, 0.1, 0.75, 0.9] })
  const { format, width, height } = await sharp(made.data).metadata()
  expect({ format, width, height }).toEqual({ format: 'webp', width: 900, height: 720 })
  expect(made).toMatchObject({ width: 900, height: 720 })

  const pixels = (data: Buffer) => sharp(data).resize(30, 24, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  const straight = await makePicture({ file: 'hall-0.webp', flip: false, crop: [0.25, 0.1, 0.75, 0.9] })
  const expected = await pixels(await sharp(straight.data).flop().png().toBuffer())
  const actual = await pixels(made.data)
  const difference =
    actual.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / actual.length
  expect(difference).toBeLessThan(4)
})

test('a picture without crop or flip is not encoded again', async () => {
  const story = storyWith({ image: wholeImage('hall-0.webp') })
  expect(pictureName(story, story.image)).toBe('hall-0')
  expect(await makePicture(story.image)).toMatchObject({ width: 1200, height: 800 })
})
