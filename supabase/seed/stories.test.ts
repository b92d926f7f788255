import { expect, test } from 'vitest'
import { ELEMENTS, FIGURE_WIDTHS } from '../../src/domain/body/elements.ts'
import { renderBody } from '../../src/domain/body/render.ts'
import { QUOTATION } from '../../src/domain/story/story-checks.ts'
import { setPunctuation } from '../../src/domain/text/punctuation.ts'
import { slugify } from '../../src/domain/sections/slug.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { GUESTS } from './people.ts'
import { namedImage, openDrawings } from './pictures/drawing.ts'
import { planPictures, readAltTexts } from './pictures/pictures.ts'
import { type Story, parseStory, readStories, tagRows } from './stories.ts'
import { bodyPictures, storyContent } from './story-content.ts'

const stories = await readStories()

const FILE = `---
title: One chair, facing west
emphasis: facing
excerpt: It was bought for the hour.
category: Lifestyle
author: Odile Marsh
tags: [chairs, light]
status: published
days_ago: 3
featured: false
hero: false
format: plain
image: { file: study-2.webp }
---
The chair came first.
`

function problem(source: string): string {
  try {
    parseStory('one-chair.md', source)
    return 'none'
  } catch (error) {
    return String(error)
  }
}

test('a story file is parsed with defaults', () => {
  const story = parseStory('one-chair.md', FILE)
  expect(story.slug).toBe('one-chair')
  expect(story.body).toBe('The chair came first.')
  expect(story.image).toEqual({ file: 'study-2.webp', flip: false, crop: [0, 0, 1, 1] })
  expect(story.gallery).toEqual([])
})

test.each([
  ['an unknown category', FILE.replace('Lifestyle', 'Gardening'), 'category'],
  ['an unknown author', FILE.replace('Odile Marsh', 'Nobody'), 'author'],
  ['an emphasis that is not in the title', FILE.replace('facing\n', 'looking\n'), 'emphasis'],
  ['a crop outside the picture', FILE.replace('webp }', 'webp, crop: [0.3, 0, 0.9, 1] }'), 'crop'],
  ['a scheduled story of the past', FILE.replace('published', 'scheduled'), 'days_ago'],
  ['a key there is not', FILE.replace('hero:', 'heroine:'), 'heroine'],
  ['broken YAML', FILE.replace('[chairs', '[[chairs'), 'one-chair.md'],
  ['an empty body', FILE.replace('The chair came first.', ''), 'body is empty'],
  ['no front matter', 'The chair came first.', 'front matter'],
])('%s is refused with file name and reason', (_, source, reason) => {
  expect(problem(source)).toContain('one-chair.md')
  expect(problem(source)).toContain(reason)
})

test('the people of demo stories are known, and their author is among the writers', () => {
  const credited = stories.filter(({ credits }) => credits !== undefined)
  expect(credited.length).toBeGreaterThanOrEqual(8)
  for (const { slug, author, credits = [] } of credited) {
    expect(credits, slug).toContainEqual({ person: author, role: 'Words' })
  }
  expect(() =>
    parseStory('one-chair.md', FILE.replace('tags:', 'credits: [{ person: Nobody, role: Words }]\ntags:')),
  ).toThrow('credits')
})

test('nobody is credited for photographs, since every picture of the demo is drawn', () => {
  const roles = stories.flatMap(({ credits = [] }) => credits.map(({ role }) => role))
  expect([...roles, ...GUESTS.map(({ role }) => role)].filter((role) => /photo/i.test(role))).toEqual([])
})

const isPublished = ({ status }: Story) => status === 'published'

test('the demo stories use every feature of the magazine', () => {
  const count = (of: (story: (typeof stories)[number]) => boolean) => stories.filter(of).length
  expect(stories.length).toBeGreaterThanOrEqual(60)
  expect(count(({ facts }) => Object.keys(facts).length > 0)).toBeGreaterThanOrEqual(10)
  expect(new Set(stories.map(({ opening }) => opening)).size).toBeGreaterThanOrEqual(5)
  expect(count(({ hero, status }) => hero && status === 'published')).toBe(1)
  expect(count(({ featured, status }) => featured && status === 'published')).toBe(8)
  for (const status of ['draft', 'review', 'archived', 'scheduled'] as const) {
    expect(count((story) => story.status === status)).toBeGreaterThan(0)
  }
  for (const format of ['plain', 'rich-text', 'blocks', 'html', 'interactive', 'mixed-media'] as const) {
    expect(count((story) => story.format === format)).toBeGreaterThanOrEqual(2)
  }
  for (const name of CATEGORY_NAMES) expect(count(({ category }) => category === name)).toBeGreaterThan(0)
})

/** The text of a story as its page shows it; parts of it are texts of their own. */
function shownHtml(story: Story): string {
  const body = renderBody(storyContent(story, (file) => file, 'prosemirror'))
  if (body.kind === 'html') return body.html
  return body.kind === 'error' ? '' : JSON.stringify(body)
}

/** The blocks of a text that stand out of its column: by their `data-block` or width, or as a table. */
function standingOut(story: Story): string[] {
  return Array.from(
    shownHtml(story).matchAll(/data-(?:block|width)="(\w+)"|<(table)/g),
    ([, name, tag]) => name ?? tag ?? '',
  )
}

/** Elements of stories that no demo story has, and why. */
const WITHOUT_USE: Readonly<Record<string, string>> = {
  h1: 'pages show it as h2',
  h4: 'for imported stories',
  pre: 'for verses and code',
  hr: 'the demo’s stories have headings',
}

test('each block and each width of pictures is in use in a published demo story', () => {
  const html = stories.filter(isPublished).map(shownHtml).join('')
  const blocks = Object.entries(ELEMENTS).flatMap(([tagName, { kind, blocks = {}, editor }]) => [
    ...(kind === 'block' && editor !== null && !(tagName in WITHOUT_USE) ? [`<${tagName}`] : []),
    ...Object.keys(blocks).map((block) => `data-block="${block}"`),
  ])
  const widths = FIGURE_WIDTHS.map((width) => `data-width="${width}"`)
  expect([...blocks, ...widths].filter((sign) => !html.includes(sign))).toEqual([])
})

test('a demo story of more than 600 words has a picture after its opening', () => {
  const without = stories.filter((story) => {
    const body = renderBody(storyContent(story, (file) => file, 'prosemirror'))
    if (body.kind === 'error') throw new Error(story.slug)
    return body.words > 600 && body.images.length + story.gallery.length === 0
  })
  expect(without.map(({ slug }) => slug)).toEqual([])
})

test('ten published demo stories have a sequence of blocks', () => {
  const published = stories.filter(isPublished)
  const inSequence = published.filter((story) => new Set(standingOut(story)).size >= 3)
  expect(inSequence.length).toBeGreaterThanOrEqual(10)
})

test('no demo story with pictures in its text shows one of them twice', () => {
  const twice = stories.flatMap(({ slug, image, gallery, body }) => {
    const inText = bodyPictures(body).map((name) => namedImage(name).file)
    const others = [image, ...gallery].map(({ file }) => file)
    return inText
      .filter((file, at) => others.includes(file) || inText.indexOf(file) < at)
      .map((file) => `${slug}: ${file}`)
  })
  expect(twice).toEqual([])
})

test('the sizes of pictures in demo stories are those of the pictures', async () => {
  const drawings = await openDrawings()
  const sizes = stories.flatMap(({ slug, body }) =>
    Array.from(body.matchAll(/"media:([^"]+)" alt="[^"]*" width="(\d+)" height="(\d+)"/g), (match) => ({
      ...{ slug, name: match[1] ?? '', width: Number(match[2]), height: Number(match[3]) },
    })),
  )
  expect(sizes.length).toBeGreaterThan(20)
  for (const { slug, name, width, height } of sizes) {
    const drawn = await drawings.draw(namedImage(name))
    expect({ slug, name, width: drawn.width, height: drawn.height }).toEqual({ slug, name, width, height })
  }
})

test('the demo stories use existing pictures and link to published stories', async () => {
  const pictures = planPictures(stories, await readAltTexts())
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length)
  const out = new Set(stories.filter(({ status }) => status === 'published').map(({ slug }) => slug))
  const linked = stories.flatMap(({ body }) =>
    Array.from(body.matchAll(/"\/article\/([^"]*)"/g), ([, slug]) => slug),
  )
  expect(linked.filter((slug) => !out.has(slug ?? ''))).toEqual([])
})

test('story files are named after their titles; tags have different slugs', () => {
  expect(stories.filter(({ slug, title }) => slug !== slugify(title)).map(({ slug }) => slug)).toEqual([])
  const tags = tagRows(stories)
  expect(new Set(tags.map(({ slug }) => slug)).size).toBe(tags.length)
})

test('a demo story keeps to double quotation marks', () => {
  const single = stories.flatMap(({ slug, body, excerpt }) =>
    Array.from(`${excerpt}\n${body}`.matchAll(QUOTATION), ([words]) => words)
      .filter((words) => /^[‘‚‹]/.test(words))
      .map((words) => `${slug}: ${words}`),
  )
  expect(single).toEqual([])
})

test('quotation marks, apostrophes, dashes and ellipses of the demo stories are set', () => {
  const texts = stories.flatMap((story) => {
    const { title, excerpt, caption, seo } = story
    const content = JSON.stringify(renderBody(storyContent(story, (file) => file, 'prosemirror')))
    const body = Array.from(content.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, value = '']) => value)
    return [title, excerpt, caption ?? '', seo?.title ?? '', seo?.description ?? '', ...body]
  })
  const words = texts.map((text) => text.replace(/<[^>]*>/g, ''))
  expect(words.filter((text) => setPunctuation(text, 'en-GB') !== text)).toEqual([])
})
