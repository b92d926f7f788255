import type { ScriptWords } from '../../words/words.ts'
import { type ReadTimeRange, READ_TIME_RANGES } from '../../domain/story/read-time.ts'

export const SORTS = ['latest', 'oldest', 'title', 'read-time'] as const
export type Sort = (typeof SORTS)[number]

/**
 * Query parameters of /browse. Empty text means no filter; `category` and `author` are display names; `page` counts
 * from 1.
 */
export interface BrowseParams {
  search: string
  category: string
  author: string
  readTime: ReadTimeRange | ''
  sort: Sort
  view: 'grid' | 'list'
  page: number
}

export const DEFAULT_PARAMS: BrowseParams = {
  search: '',
  category: '',
  author: '',
  readTime: '',
  sort: 'latest',
  view: 'grid',
  page: 1,
}

const FILTER_KEYS = ['search', 'category', 'author', 'readTime'] as const

/**
 * Regular expressions for a query string: it has a filter; it needs another list than the pre-rendered one; it has any
 * parameter of the page.
 */
export const HAS_FILTER = `[?&](?:${FILTER_KEYS.join('|')})=[^&]`
export const HAS_QUERY = `${HAS_FILTER}|[?&](?:sort|page)=`
export const HAS_PARAMS = `${HAS_QUERY}|[?&]view=`

/** A search text is cut to this many characters. */
export const MAX_SEARCH_LENGTH = 200

/** Upper bound of `page`, so that the offset stays an integer the database accepts. */
const MAX_PAGE = 1_000_000

/** Parses a query string. An invalid value counts as absent, too long a search text is cut. */
export function parseBrowseParams(query: URLSearchParams): BrowseParams {
  const text = (name: string) => (query.get(name) ?? '').trim()
  const page = Math.floor(Number(query.get('page')))
  return {
    search: [...text('search')].slice(0, MAX_SEARCH_LENGTH).join('').trim(),
    category: text('category'),
    author: text('author'),
    readTime: READ_TIME_RANGES.find((range) => range === query.get('readTime')) ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'latest',
    view: query.get('view') === 'list' ? 'list' : 'grid',
    page: page >= 1 ? Math.min(page, MAX_PAGE) : 1,
  }
}

/** The URL of these params, leaving out defaults. */
export function browseUrl(params: BrowseParams): string {
  const query = new URLSearchParams()
  for (const name of [...FILTER_KEYS, 'sort', 'view', 'page'] as const) {
    if (params[name] !== DEFAULT_PARAMS[name]) query.set(name, String(params[name]))
  }
  return query.size === 0 ? '/browse' : `/browse?${query}`
}

/** The params after a change by the reader: back to page 1, unless only the view changes. */
export function withChange(params: BrowseParams, choice: Partial<BrowseParams>): BrowseParams {
  const page = 'view' in choice ? params.page : 1
  return { ...params, page, ...choice }
}

/** Whether a search or a filter is set. */
export function hasFilter(params: BrowseParams): boolean {
  return FILTER_KEYS.some((name) => params[name] !== '')
}

/** Whether the pre-rendered list already shows these params. */
export function isDefaultList(params: BrowseParams): boolean {
  return !hasFilter(params) && params.sort === 'latest' && params.page === 1
}

/** The heading: 'All Articles', or the active search and filters in words. */
export function browseHeading(
  { search, category, author, readTime }: BrowseParams,
  { browse, quoted }: ScriptWords,
): string {
  const subject = search === '' ? '' : quoted(search)
  const kind = readTime === '' ? '' : browse.reads[readTime]
  const head = [subject, kind].filter((part) => part !== '').join(', ')
  const where = head === '' || category === '' ? category : browse.inCategory(category)
  const words = [head, where, author === '' ? '' : browse.byAuthor(author)]
    .filter((part) => part !== '')
    .join(' ')
  return words === '' ? browse.all : words.charAt(0).toUpperCase() + words.slice(1)
}
