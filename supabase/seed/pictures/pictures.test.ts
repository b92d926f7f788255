import { expect, test } from 'vitest'
import { type Story, readStories } from '../stories.ts'
import { wholeImage } from './drawing.ts'
import { planPictures, readAltTexts } from './pictures.ts'

const stories = await readStories()
const altTexts = await readAltTexts()

function storyWith(change: Partial<Story>): Story {
  const [story] = stories
  if (story === undefined) throw new Error('There are no stories')
  return { ...story, body: 'Nothing to see.', gallery: [], caption: undefined, ...change }
}

test('pictures with the same file, crop and flip are stored once, pictures with a caption once per story', () => {
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
