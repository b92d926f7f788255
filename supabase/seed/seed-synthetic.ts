import type { SupabaseClient } from '@supabase/supabase-js'
import { MEDIA_BUCKET } from '../../src/domain/media/media-address.ts'
import { readTime, wordCount } from '../../src/domain/story/read-time.ts'
import { slugify } from '../../src/domain/sections/slug.ts'
import { WRITERS } from './people.ts'
import { emptyOutbox, expectData, insertMissing, serviceClient } from './service.ts'
import { type Random, seededRandom, stableId } from './stable.ts'
import { readStories } from './stories.ts'

export interface SyntheticOptions {
  supabaseUrl: string
  secretKey: string
  /** Total number of synthetic stories wanted. */
  count: number
  /** How many are put in with one request. */
  batchSize?: number
  /** Marks the changes as published: only when no publisher runs and the next build is a full one. */
  emptyOutbox: boolean
  onProgress: (line: string) => void
}

const BATCH_SIZE = 250

/** Adds the missing synthetic stories to the demo content. Throws without demo content. */
export async function seedSynthetic(options: SyntheticOptions): Promise<void> {
  const { supabaseUrl, secretKey, count, batchSize = BATCH_SIZE, onProgress } = options
  const service = serviceClient(supabaseUrl, secretKey)
  const references = await readReferences(service)
  const stories = await readStories()
  const sentences = stories.filter(isProse).flatMap(({ body }) => sentencesOf(body))
  const taken = stories.map(({ slug }) => slug)

  const articles = syntheticArticles(count, sentences, references, taken, new Date())
  let written = 0
  for (const batch of inBatches(articles, batchSize)) {
    const rows = batch.map(({ article }) => article)
    const links = batch.flatMap(({ article, tags }) =>
      tags.map((tag_id) => ({ article_id: article.id, tag_id })),
    )
    await insertMissing(service, 'articles', rows)
    await insertMissing(service, 'article_tags', links, 'article_id,tag_id')
    written += batch.length
    if (written % 1000 === 0 || written === count) onProgress(`Synthetic stories: ${written} of ${count}`)
  }
  if (options.emptyOutbox) await emptyOutbox(service)
}

/**
 * The articles in parts, each made when it is asked for: making all at once takes so long that a stack in this process
 * ends its idle connections meanwhile, and the next request fails.
 */
function* inBatches(articles: Iterable<SyntheticArticle>, size: number): Generator<SyntheticArticle[]> {
  let batch: SyntheticArticle[] = []
  for (const article of articles) {
    batch.push(article)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function isProse({ format }: { format: string }): boolean {
  return format !== 'interactive' && format !== 'mixed-media'
}

async function readReferences(service: SupabaseClient): Promise<SyntheticReferences> {
  const ids = (table: string) => service.from(table).select('id').order('name')
  const emails = WRITERS.map(({ email }) => email)
  const authors = service.from('profiles').select('id').in('email', emails).order('email')
  const pictures = service.from('media').select('storage_path').gte('width', 800).order('filename')
  const bucket = service.storage.from(MEDIA_BUCKET)
  const references = {
    categories: await readColumn(ids('categories'), 'id'),
    tags: await readColumn(ids('tags'), 'id'),
    authors: await readColumn(authors, 'id'),
    pictures: (await readColumn(pictures, 'storage_path')).map(
      (path) => bucket.getPublicUrl(path).data.publicUrl,
    ),
  }
  if (Object.values(references).some((values) => values.length === 0)) {
    throw new Error('Synthetic stories need the demo content, and this database holds other content')
  }
  return references
}

async function readColumn<Column extends string>(
  query: PromiseLike<Parameters<typeof expectData<Record<Column, string>[]>>[1]>,
  column: Column,
): Promise<string[]> {
  return expectData('Reading the demo content', await query).map((row) => row[column])
}

/** The ids and picture URLs that synthetic stories use. */
interface SyntheticReferences {
  categories: readonly string[]
  authors: readonly string[]
  tags: readonly string[]
  pictures: readonly string[]
}

export interface SyntheticArticle {
  article: {
    id: string
    title: string
    slug: string
    content: unknown
    published_at: string
    [column: string]: unknown
  }
  tags: string[]
}

const list = (words: string) => words.split(/\s+/)

const ROOMS = list(
  'kitchen bathroom bedroom hall landing larder attic cellar study porch courtyard balcony pantry workshop nursery parlour',
)
const THINGS = list(
  `table chair bench lamp rug shelf mirror stove sink window door stair curtain bookcase sideboard armchair stool cupboard
   tap tile blanket kettle ladder basket clock candle teapot drawer hook fern quilt bowl radiator desk sofa pouffe`,
)
const QUALITIES = list(
  `green quiet borrowed low crooked northern warm narrow patient unfinished pale mended spare second long early plain stubborn
   blue honest draughty yellow folding inherited empty heavy small late painted wooden hidden careful noisy round last`,
)
const VERBS = list(
  'kept moved mended painted lent emptied measured returned shared halved counted forgotten lowered unpacked turned given',
)
const NUMBERS = list('two three four five six seven eight nine ten eleven twelve')
const TIMES = list('January February March April May June July August September October November December')

const PATTERNS: readonly ((random: Random) => string)[] = [
  (r) => `The ${r.pick(QUALITIES)} ${r.pick(ROOMS)}, ${r.pick(VERBS)}`,
  (r) => `A ${r.pick(THINGS)} for a ${r.pick(QUALITIES)} ${r.pick(ROOMS)}`,
  (r) => `${capital(r.pick(NUMBERS))} ${plural(r.pick(THINGS))} and a ${r.pick(QUALITIES)} ${r.pick(THINGS)}`,
  (r) => `What the ${r.pick(QUALITIES)} ${r.pick(THINGS)} did in ${r.pick(TIMES)}`,
  (r) => `The ${r.pick(THINGS)} that was ${r.pick(VERBS)} in ${r.pick(TIMES)}`,
  (r) => `A ${r.pick(QUALITIES)} ${r.pick(THINGS)}, ${r.pick(VERBS)} ${r.pick(NUMBERS)} times`,
  (r) => `${capital(r.pick(NUMBERS))} ${r.pick(QUALITIES)} ${plural(r.pick(THINGS))} in one ${r.pick(ROOMS)}`,
  (r) => `In the ${r.pick(ROOMS)}, a ${r.pick(THINGS)} and a ${r.pick(THINGS)}`,
]

const DAY = 86_400_000
const PERIOD = 5 * 365 * DAY

/**
 * `count` published stories of these sentences, the same in every run; a higher count only adds stories. `taken` are
 * existing slugs. Their dates are in the five years before `now`.
 */
export function* syntheticArticles(
  count: number,
  sentences: readonly string[],
  references: SyntheticReferences,
  taken: Iterable<string>,
  now: Date,
): Generator<SyntheticArticle> {
  const slugs = new Set(taken)
  for (let index = 0; index < count; index += 1) {
    const random = seededRandom(`synthetic/${index}`)
    const title = newTitle(random, slugs)
    const slug = slugify(title)
    slugs.add(slug)
    const { html, words } = writeBody(random, sentences)
    const published = new Date(now.getTime() - DAY - Math.floor(random.next() * PERIOD))
    yield {
      article: {
        id: stableId('synthetic-article', String(index)),
        title,
        title_emphasis: null,
        slug,
        content: { html },
        excerpt: random.pick(sentences),
        status: 'published',
        featured_image: random.pick(references.pictures),
        gallery:
          random.next() < 0.2 ? [random.pick(references.pictures), random.pick(references.pictures)] : [],
        read_time: readTime(words),
        category_id: random.pick(references.categories),
        author_id: random.pick(references.authors),
        published_at: published.toISOString(),
        created_at: new Date(published.getTime() - (1 + random.below(20)) * DAY).toISOString(),
        updated_at: published.toISOString(),
      },
      tags: [...new Set(Array.from({ length: 2 + random.below(3) }, () => random.pick(references.tags)))],
    }
  }
}

function newTitle(random: Random, slugs: ReadonlySet<string>): string {
  for (;;) {
    const title = random.pick(PATTERNS)(random)
    if (!slugs.has(slugify(title))) return title
  }
}

/** 300 to 700 words in paragraphs, with a heading before every fourth. */
function writeBody(random: Random, sentences: readonly string[]): { html: string; words: number } {
  const wanted = 300 + random.below(270)
  const parts: string[] = []
  let words = 0
  for (let paragraph = 0; words < wanted; paragraph += 1) {
    if (paragraph % 4 === 3) {
      const heading = `${capital(random.pick(QUALITIES))} ${plural(random.pick(THINGS))}`
      parts.push(`<h2>${heading}</h2>`)
      words += 2
    }
    const text = Array.from({ length: 2 + random.below(4) }, () => random.pick(sentences)).join(' ')
    parts.push(`<p>${text}</p>`)
    words += wordCount(text)
  }
  return { html: parts.join('\n'), words }
}

/** The sentences of a story's source text, except sentences with quotation marks or brackets. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/<\/?(?:em|strong|u|a)\b[^>]*>|\*\*/g, '')
    .replace(/<[^>]*>|^#+ .*$/gm, '\n\n')
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.trim().match(/[A-Z][^.?!]*[.?!](?=\s|$)/g) ?? [])
    .filter((sentence) => !/["“”()[\]{}—&;]/.test(sentence))
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function plural(thing: string): string {
  if (/(?:ch|sh|s|x)$/.test(thing)) return `${thing}es`
  return thing.endsWith('f') ? `${thing.slice(0, -1)}ves` : `${thing}s`
}
