import type { PublicClient } from '../../backend/client.ts'
import { toBackendError } from '../../backend/errors.ts'
import { orIlike, searchTerm } from '../../domain/query.ts'
import { DEFAULT_READ_TIME, READ_TIMES } from '../../domain/read-time.ts'
import type { ReadTimeRange } from '../../domain/read-time.ts'
import type { BrowseQuestion, Sort } from '../browse-question.ts'
import { PAGE_SIZE } from '../pagination.ts'
import { MOST_SUGGESTIONS } from '../suggestions.ts'

/** Results in the search of the header (reader spec §9). */
const MOST_HITS = 5

export interface FoundStory {
  id: string
  title: string
  title_emphasis: string | null
  slug: string
  excerpt: string | null
  featured_image: string | null
  read_time: number | null
  category: { name: string; color: string } | null
}

export type Hit = Pick<FoundStory, 'id' | 'title' | 'slug' | 'featured_image'> & {
  category: { name: string } | null
}

/** Some of the stories that match, and how many match. */
export interface Found<T> {
  stories: T[]
  total: number
}

const ORDER: Readonly<Record<Sort, readonly (readonly [column: string, ascending: boolean])[]>> = {
  latest: [['published_at', false]],
  oldest: [['published_at', true]],
  title: [['title', true]],
  'read-time': [
    ['read_time', true],
    ['published_at', false],
  ],
}

// None of these requests is repeated by itself: a reader waits, and can ask again.

/**
 * The page of published stories that a question asks for (reader spec §7). Behind the last page there are no stories,
 * but `total` is right. Throws a BackendError.
 */
export async function findStories(
  client: PublicClient,
  question: BrowseQuestion,
  signal: AbortSignal,
): Promise<Found<FoundStory>> {
  const { search, category, author, readTime, sort, page } = question
  const columns = [
    'id,title,title_emphasis,slug,excerpt,featured_image,read_time',
    category === '' ? 'category:categories(name,color)' : 'category:categories!inner(name,color)',
    ...(author === '' ? [] : ['author:profiles!articles_author_id_fkey!inner(full_name)']),
  ]
  let request = client
    .from('articles')
    .select(columns.join(','), { count: 'exact' })
    .eq('status', 'published')
  if (search !== '') request = request.or(orIlike(['title', 'excerpt'], searchTerm(search)))
  if (category !== '') request = request.eq('category.name', category)
  if (author !== '') request = request.eq('author.full_name', author)
  if (readTime !== '') request = request.or(readTimeFilter(readTime))
  for (const [column, ascending] of ORDER[sort]) request = request.order(column, { ascending })
  const { data, error, count, status } = await request
    .order('id')
    .range((page - 1) * PAGE_SIZE, page * PAGE_SIZE - 1)
    .retry(false)
    .abortSignal(signal)
  // PostgREST refuses a range behind the end, without a count.
  if (status === 416 && page > 1) {
    const { total } = await findStories(client, { ...question, page: 1 }, signal)
    return { stories: [], total }
  }
  if (error) throw toBackendError(error, status)
  return { stories: readRows(data, readFound), total: count ?? 0 }
}

/** A value for `or=`. A story without a read time is shown with the usual one, and found by it. */
function readTimeFilter(range: ReadTimeRange): string {
  const { least, most } = READ_TIMES[range]
  const bounds = [
    ...(least === null ? [] : [`read_time.gte.${least}`]),
    ...(most === null ? [] : [`read_time.lte.${most}`]),
  ]
  const known = bounds.length > 1 ? `and(${bounds.join(',')})` : bounds.join('')
  const isUsual = (least ?? 0) <= DEFAULT_READ_TIME && DEFAULT_READ_TIME <= (most ?? Infinity)
  return isUsual ? `${known},read_time.is.null` : known
}

/** The newest published stories whose title or excerpt contains `wanted`. Throws a BackendError. */
export async function searchStories(
  client: PublicClient,
  wanted: string,
  signal: AbortSignal,
): Promise<Found<Hit>> {
  const { data, error, count, status } = await client
    .from('articles')
    .select('id,title,slug,featured_image,category:categories(name)', { count: 'exact' })
    .eq('status', 'published')
    .or(orIlike(['title', 'excerpt'], searchTerm(wanted)))
    .order('published_at', { ascending: false })
    .order('id')
    .limit(MOST_HITS)
    .retry(false)
    .abortSignal(signal)
  if (error) throw toBackendError(error, status)
  return { stories: readRows(data, readHit), total: count ?? 0 }
}

/** Titles of published stories that contain `wanted`, the newest first. Throws a BackendError. */
export async function findTitles(
  client: PublicClient,
  wanted: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { data, error, status } = await client
    .from('articles')
    .select('title')
    .eq('status', 'published')
    .or(orIlike(['title'], searchTerm(wanted)))
    .order('published_at', { ascending: false })
    .limit(MOST_SUGGESTIONS)
    .retry(false)
    .abortSignal(signal)
  if (error) throw toBackendError(error, status)
  return readRows(data, ({ title }) => text(title))
}

// Rows are checked by hand: zod would be a tenth of all the script that a search may load.

type Fields = Readonly<Record<string, unknown>>

function readHit(row: Fields): Hit {
  const { id, title, slug, featured_image, category } = row
  return {
    id: text(id),
    title: text(title),
    slug: text(slug),
    featured_image: orNull(featured_image, text),
    category: orNull(category, (value) => ({ name: text(fields(value).name) })),
  }
}

function readFound(row: Fields): FoundStory {
  const { title_emphasis, excerpt, read_time, category } = row
  return {
    ...readHit(row),
    title_emphasis: orNull(title_emphasis, text),
    excerpt: orNull(excerpt, text),
    read_time: orNull(read_time, Number),
    category: orNull(category, (value) => {
      const { name, color } = fields(value)
      return { name: text(name), color: text(color) }
    }),
  }
}

function readRows<T>(data: unknown, read: (row: Fields) => T): T[] {
  if (!Array.isArray(data)) throw new TypeError('Not a list of rows')
  return data.map((row) => read(fields(row)))
}

function fields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new TypeError('Not a row')
  return value as Fields
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Not a text')
  return value
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value)
}
