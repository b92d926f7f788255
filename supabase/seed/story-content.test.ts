import { expect, test } from 'vitest'
import { renderBody } from '../../src/domain/body/render.ts'
import { bodyPictures, storyContent } from './story-content.ts'
import { type Story, articleRows, readStories } from './stories.ts'

const stories = await readStories()
const urlOf = (file: string) => `https://files.example/${file}`

function written(format: Story['format'], body: string): Story {
  const [story] = stories
  if (story === undefined) throw new Error('There are no stories')
  return { ...story, format, body }
}

const BODY = `## Where it stands

It was **never** moved.

"You decide where the afternoon goes." — Marit, who lives here`

test.each(['prosemirror', 'lexical'] as const)(
  'a rich-text story becomes a %s tree with all its blocks',
  (tree) => {
    const body = renderBody(storyContent(written('rich-text', BODY), urlOf, tree))
    if (body.kind !== 'html') throw new Error(body.kind)
    expect(body.headings.map(({ text }) => text)).toEqual(['Where it stands'])
    expect(body.html).toContain('<strong>never</strong>')
    expect(body.html).toMatch(/<blockquote>.*Marit, who lives here.*<\/blockquote>/)
  },
)

test('a story of blocks becomes headers and paragraphs', () => {
  expect(storyContent(written('blocks', '### Low\n\nOn the floor.'), urlOf, 'lexical')).toEqual({
    blocks: [
      { type: 'header', data: { text: 'Low', level: 3 } },
      { type: 'paragraph', data: { text: 'On the floor.' } },
    ],
  })
})

test('plain text stays a string; media references become URLs', () => {
  expect(storyContent(written('plain', BODY), urlOf, 'lexical')).toBe(BODY)
  const html = '<p><img src="media:hall-0.webp" alt="A hall"></p><p><img src="media:hall-0.webp" alt=""></p>'
  expect(bodyPictures(html)).toEqual(['hall-0.webp'])
  expect(storyContent(written('html', html), urlOf, 'lexical')).toEqual({
    html: html.replaceAll('media:hall-0.webp', 'https://files.example/hall-0.webp'),
  })
})

test.each([
  ['interactive', '{ "type": "interactive", "choices": "none" }'],
  ['interactive', '{ "type": "interactive"'],
  ['mixed-media', '{ "type": "mixed-media" }'],
] as const)('a broken %s story is refused by name', (format, body) => {
  const story = { ...written(format, body), gallery: [] }
  expect(() => articleRows([story], { idOf: String, urlOf, roleIdOf: String }, new Date())).toThrow(
    `${story.slug}.md`,
  )
})

test('every demo story renders', () => {
  for (const story of stories) {
    for (const tree of ['prosemirror', 'lexical'] as const) {
      const body = renderBody(storyContent(story, urlOf, tree))
      expect(body.kind, story.slug).not.toBe('error')
      if (body.kind !== 'error') expect(body.words, story.slug).toBeGreaterThan(240)
    }
  }
})
