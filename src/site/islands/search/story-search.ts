import type { PublicClient } from '../../../backend/client.ts'
import { toBackendError } from '../../../backend/errors.ts'
import type { Fact } from '../../../domain/story/fact.ts'
import { DEFAULT_READ_TIME, READ_TIMES } from '../../../domain/story/read-time.ts'
import type { BrowseParams } from '../../lists/browse-params.ts'
import { BROWSE_PAGE_SIZE } from '../../../domain/site/pagination.ts'
import { MAX_SUGGESTIONS } from '../../lists/suggestions.ts'

/** Maximum results in the header search. */
export const MAX_HITS = 5

export interface StoryResult {
  id: string
  title: string
  title_emphasis: string | null
  slug: string
  excerpt: string | null
  /** In place of the excerpt, where there are some. */
  remembered: Fact[]
  featured_image: string | null
  read_time: number | null
  published_at: string
  category: { name: string; color: string } | null
}

export type Hit = Pick<StoryResult, 'id' | 'title' | 'slug' | 'featured_image'> & {
  category: { name: string } | null
}

/** A page of the stories that contain a text, and the number of all of them. */
export interface SearchResults<T> {
  stories: T[]
  total: number
  /** Only on the last page of a search. */
  close?: CloseMatches<T>
  /** Whose name has the words of the text, at most three; none beyond the first page. */
  people: FoundPerson[]
  /** Only where a category or an author was asked for by a former name, or in another spelling: the present names. */
  present?: Partial<Pick<BrowseParams, 'category' | 'author'>>
}

/** A person with an author page; `role` is what they are, `stories` the number of theirs that are published. */
export interface FoundPerson {
  name: string
  slug: string
  role: string | null
  stories: number
}

/**
 * Stories that do not contain a text but its words: in another order or form, with a wrong letter, or in the body. They
 * are paged where no story contains the text; elsewhere these are the closest of all.
 */
export interface CloseMatches<T> {
  /** `passage` is a part of the body with one of the words. */
  stories: (T & { passage: string | null })[]
  total: number
  /** The folded words that were looked for, in all their forms; `kitch*` is any that begins so. */
  words: string[]
  /** The searched text, with similar words in place of words that no story has. */
  meant: string | null
  /** Whether each of the stories has all words of the text: only others are close rather than right. */
  hasAllWords: boolean
}

/**
 * The page of published stories for these params. Beyond the last page `stories` is empty and `total` still right.
 * Throws a BackendError.
 */
export function findStories(
  client: PublicClient,
  browseParams: BrowseParams,
  signal: AbortSignal,
): Promise<SearchResults<StoryResult>> {
  const { search, category, author, readTime, sort, page } = browseParams
  const bounds = readTime === '' ? null : READ_TIMES[readTime]
  const params = {
    p_text: searchTerm(search),
    p_category: category,
    p_author: author,
    p_least: bounds?.min ?? null,
    p_most: bounds?.max ?? null,
    p_usual: DEFAULT_READ_TIME,
    p_sort: sort,
    p_skip: (page - 1) * BROWSE_PAGE_SIZE,
    p_take: BROWSE_PAGE_SIZE,
  }
  return find(client, params, readResult, signal)
}

/** The newest published stories whose title or excerpt contains `wanted`, and close matches. Throws a BackendError. */
export function searchStories(
  client: PublicClient,
  wanted: string,
  signal: AbortSignal,
): Promise<SearchResults<Hit>> {
  return find(client, { p_text: searchTerm(wanted), p_take: MAX_HITS }, readHit, signal)
}

/** Titles of published stories: first those containing `wanted`, then those with its words; newest first. Throws a BackendError. */
export async function findTitles(
  client: PublicClient,
  wanted: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { data, error, status } = await client
    .rpc('find_titles', { p_text: searchTerm(wanted), p_take: MAX_SUGGESTIONS })
    .abortSignal(signal)
  if (error) throw toBackendError(error, status)
  return readRows(data, ({ title }) => text(title))
}

/** Normalises search text as typed. */
function searchTerm(text: string): string {
  return text.replaceAll('\0', '').trim().toLowerCase()
}

async function find<T>(
  client: PublicClient,
  params: Fields,
  read: (row: Fields) => T,
  signal: AbortSignal,
): Promise<SearchResults<T>> {
  const { data, error, status } = await client.rpc('find_stories', params).abortSignal(signal)
  if (error) throw toBackendError(error, status)
  const { stories, total, close, people, category, author } = fields(data)
  return {
    stories: readRows(stories, read),
    total: Number(total),
    people: people === undefined ? [] : readRows(people, readPerson),
    ...(close === undefined ? {} : { close: readClose(fields(close), read) }),
    ...(category === undefined && author === undefined ? {} : { present: readNames({ category, author }) }),
  }
}

// Rows are checked by hand: zod would add a tenth to the script that a search loads.

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

function readResult(row: Fields): StoryResult {
  const { title_emphasis, excerpt, remembered, read_time, published_at, category } = row
  return {
    ...readHit(row),
    title_emphasis: orNull(title_emphasis, text),
    excerpt: orNull(excerpt, text),
    remembered: readRows(remembered, ({ label, value }) => ({ label: text(label), value: text(value) })),
    read_time: orNull(read_time, Number),
    published_at: text(published_at),
    category: orNull(category, (value) => {
      const { name, color } = fields(value)
      return { name: text(name), color: text(color) }
    }),
  }
}

function readNames({ category, author }: Fields): NonNullable<SearchResults<unknown>['present']> {
  return {
    ...(category === undefined ? {} : { category: text(category) }),
    ...(author === undefined ? {} : { author: text(author) }),
  }
}

function readPerson({ name, slug, role, stories }: Fields): FoundPerson {
  return { name: text(name), slug: text(slug), role: orNull(role, text), stories: Number(stories) }
}

function readClose<T>(
  { stories, total, words, meant, has_all_words }: Fields,
  read: (row: Fields) => T,
): CloseMatches<T> {
  return {
    stories: readRows(stories, (row) => ({ ...read(row), passage: orNull(row.passage, text) })),
    total: Number(total),
    words: Array.isArray(words) ? words.map(text) : [],
    meant: orNull(meant, text),
    hasAllWords: has_all_words === true,
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
