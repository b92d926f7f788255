import { expect, test } from 'vitest'
import { wordCount } from '../../src/domain/story/read-time.ts'
import { isSlug } from '../../src/domain/sections/slug.ts'
import { readStories } from './stories.ts'
import { type SyntheticArticle, sentencesOf, syntheticArticles } from './seed-synthetic.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const references = {
  categories: ['c1', 'c2'],
  authors: ['a1'],
  tags: ['t1', 't2', 't3'],
  pictures: ['p1', 'p2'],
}
const sentences = (await readStories()).flatMap(({ body }) => sentencesOf(body))

function make(count: number, taken: string[] = []): SyntheticArticle[] {
  return [...syntheticArticles(count, sentences, references, taken, NOW)]
}

test('the first stories are the same whatever the count', () => {
  expect(make(60).slice(0, 20)).toEqual(make(20))
})

test('slugs are unique and differ from existing ones', () => {
  const [first] = make(1)
  const articles = make(2000, [first?.article.slug ?? ''])
  const slugs = articles.map(({ article }) => article.slug)
  expect(new Set(slugs).size).toBe(2000)
  expect(slugs).not.toContain(first?.article.slug)
  expect(slugs.filter((slug) => !isSlug(slug))).toEqual([])
})

test('stories have 300 to 700 words from a vocabulary of more than 3,000', () => {
  const bodies = make(300).map(({ article }) =>
    (article.content as { html: string }).html.replace(/<[^>]*>/g, ' '),
  )
  for (const body of bodies) {
    expect(wordCount(body)).toBeGreaterThanOrEqual(300)
    expect(wordCount(body)).toBeLessThanOrEqual(700)
  }
  expect(new Set(bodies.join(' ').toLowerCase().split(/\s+/)).size).toBeGreaterThan(3000)
})

test('stories were published within the last five years', () => {
  const dates = make(300).map(({ article }) => Date.parse(article.published_at))
  expect(Math.max(...dates)).toBeLessThan(NOW.getTime())
  expect(Math.min(...dates)).toBeGreaterThan(Date.parse('2021-11-20'))
})
