import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PublicClient, publicClient } from '../../../src/backend/client.ts'
import { SEARCHES } from '../../../src/magazine/navigation.ts'
import { DEFAULT_PARAMS } from '../../../src/site/lists/browse-params.ts'
import { findStories } from '../../../src/site/islands/search/story-search.ts'
import { type Random, seededRandom } from '../../../supabase/seed/stable.ts'
import { storyContent } from '../../../supabase/seed/story-content.ts'
import { type Story, readStories } from '../../../supabase/seed/stories.ts'
import { type Backend, insertRow, openBackend } from '../support/backend.ts'

const { signal } = new AbortController()
const STORIES = 50
const EXPECTED = 190

let backend: Backend
let client: PublicClient
let stories: Story[]
beforeAll(async () => {
  backend = await openBackend()
  client = publicClient(backend.url, backend.publishableKey)
  const all = await readStories()
  stories = all.filter(({ status }) => status === 'published')
  const categories = new Map<string, string>()
  for (const [at, story] of all.entries()) {
    const { title, slug, excerpt, category } = story
    if (!categories.has(category)) {
      const row = await insertRow(backend, 'categories', {
        name: category,
        slug: `category-${categories.size}`,
      })
      categories.set(category, row.id)
    }
    await insertRow(backend, 'articles', {
      title,
      slug,
      excerpt,
      content: storyContent(story, (file) => file, at % 2 === 0 ? 'prosemirror' : 'lexical'),
      category_id: categories.get(category),
      status: story.status === 'published' ? 'published' : 'draft',
      published_at:
        story.status === 'published' ? new Date(Date.UTC(2026, 0, 1) - story.days_ago * 86_400_000) : null,
    })
  }
})
afterAll(() => backend.close())

/** Words that a reader would remember: the longest, in the order of the text. */
function rememberedWords(text: string, count: number): string[] {
  const words: string[] = text.match(/[\p{L}\p{M}]+/gu) ?? []
  const longest = [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, count)
  return words.filter((word, at) => longest.includes(word) && words.indexOf(word) === at)
}

function sentence(body: string, random: Random): string {
  const sentences = body
    .replace(/<[^>]*>|"[a-z]+":|[#*{}[\]]|media:[^\s"]+/g, ' ')
    .split(/[.!?]\s/)
    .filter((text) => rememberedWords(text, 3).join('').length > 15)
  return random.pick(sentences)
}

/** With one letter left out, doubled, replaced or swapped with the next. */
function withWrongLetter(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 2)
  const [before, letter, next, after] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ]
  const mistakes = [
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
    before + next + letter + after,
  ]
  return random.pick(mistakes)
}

const otherNumber = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`)

/** As keyboards without them type it. */
const withoutAccents = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").replace(/[‑–—]/g, '-')

/** What readers may type who look for a story, four questions for each. */
const QUESTIONS: ((story: Story, random: Random) => string)[] = [
  ({ body }, random) => withoutAccents(rememberedWords(sentence(body, random), 3).toReversed().join(' ')),
  ({ title }, random) => {
    const [word = '', ...others] = rememberedWords(title, 2).toSorted((a, b) => b.length - a.length)
    return [withWrongLetter(word, random), ...others].join(' ')
  },
  ({ excerpt }) => rememberedWords(excerpt, 3).map(otherNumber).join(' '),
  ({ title, body }, random) =>
    withoutAccents(
      [...rememberedWords(title, 1), ...rememberedWords(sentence(body, random), 1)].join(' ').toUpperCase(),
    ),
]

async function firstThree(search: string): Promise<string[]> {
  const found = await findStories(client, { ...DEFAULT_PARAMS, search }, signal)
  return [...found.stories, ...(found.close?.stories ?? [])].slice(0, 3).map(({ slug }) => slug)
}

test(`at least ${EXPECTED} of 200 questions have their story among the first three`, async () => {
  const random = seededRandom('questions')
  const missed: string[] = []
  let asked = 0
  for (const story of stories.slice(0, STORIES)) {
    for (const question of QUESTIONS) {
      const text = question(story, random)
      asked += 1
      if (!(await firstThree(text)).includes(story.slug)) missed.push(`${text} (${story.slug})`)
    }
  }
  expect(asked).toBe(200)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asked - EXPECTED)
})

test.each(SEARCHES)('“%s”, which the empty field offers, finds stories', async (search) => {
  expect(await firstThree(search)).not.toEqual([])
})
