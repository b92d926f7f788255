import { expect, test } from 'vitest'
import { renderBody } from '../../src/domain/body/render.ts'
import { QUOTATION } from '../../src/domain/story/story-checks.ts'
import { setPunctuation } from '../../src/domain/text/punctuation.ts'
import { slugify } from '../../src/domain/sections/slug.ts'
import { CATEGORY_NAMES } from './categories.ts'
import { GUESTS } from './people.ts'
import { planPictures, readAltTexts } from './pictures/pictures.ts'
import { parseStory, readStories, tagRows } from './stories.ts'
import { storyContent } from './story-content.ts'

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

test('the people of demo stories are known, and their author is among the writers', async () => {
  const credited = (await readStories()).filter(({ credits }) => credits !== undefined)
  expect(credited.length).toBeGreaterThanOrEqual(8)
  for (const { slug, author, credits = [] } of credited) {
    expect(credits, slug).toContainEqual({ person: author, role: 'Words' })
  }
  expect(() =>
    parseStory('one-chair.md', FILE.replace('tags:', 'credits: [{ person: Nobody, role: Words }]\ntags:')),
  ).toThrow('credits')
})

test('nobody is credited for photographs, since every picture of the demo is drawn', async () => {
  const roles = (await readStories()).flatMap(({ credits = [] }) => credits.map(({ role }) => role))
  expect([...roles, ...GUESTS.map(({ role }) => role)].filter((role) => /photo/i.test(role))).toEqual([])
})

test('the demo stories use every feature of the magazine', async () => {
  const stories = await readStories()
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

test('the demo stories use existing pictures and link to published stories', async () => {
  const stories = await readStories()
  const pictures = planPictures(stories, await readAltTexts())
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length)
  const out = new Set(stories.filter(({ status }) => status === 'published').map(({ slug }) => slug))
  const linked = stories.flatMap(({ body }) =>
    Array.from(body.matchAll(/"\/article\/([^"]*)"/g), ([, slug]) => slug),
  )
  expect(linked.filter((slug) => !out.has(slug ?? ''))).toEqual([])
})

test('story files are named after their titles; tags have different slugs', async () => {
  const stories = await readStories()
  expect(stories.filter(({ slug, title }) => slug !== slugify(title)).map(({ slug }) => slug)).toEqual([])
  const tags = tagRows(stories)
  expect(new Set(tags.map(({ slug }) => slug)).size).toBe(tags.length)
})

test('a demo story keeps to double quotation marks', async () => {
  const single = (await readStories()).flatMap(({ slug, body, excerpt }) =>
    Array.from(`${excerpt}\n${body}`.matchAll(QUOTATION), ([words]) => words)
      .filter((words) => /^[‘‚‹]/.test(words))
      .map((words) => `${slug}: ${words}`),
  )
  expect(single).toEqual([])
})

test('quotation marks, apostrophes, dashes and ellipses of the demo stories are set', async () => {
  const texts = (await readStories()).flatMap((story) => {
    const { title, excerpt, caption, seo } = story
    const content = JSON.stringify(renderBody(storyContent(story, (file) => file, 'prosemirror')))
    const body = Array.from(content.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, value = '']) => value)
    return [title, excerpt, caption ?? '', seo?.title ?? '', seo?.description ?? '', ...body]
  })
  const words = texts.map((text) => text.replace(/<[^>]*>/g, ''))
  expect(words.filter((text) => setPunctuation(text, 'en-GB') !== text)).toEqual([])
})
