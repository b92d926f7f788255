import { READ_TIME_RANGES } from '../domain/read-time.ts'
import type { ReadTimeRange } from '../domain/read-time.ts'

const SORTS = ['latest', 'oldest', 'title', 'read-time'] as const
export type Sort = (typeof SORTS)[number]

/** The orders a reader can choose from, with their names (reader spec §9). */
export const SORT_LABELS: Readonly<Record<Sort, string>> = {
  latest: 'Latest',
  oldest: 'Oldest',
  title: 'Title A-Z',
  'read-time': 'Read Time',
}

/**
 * What the address of the list of all articles asks for. Empty text is no wish; `category` and `author` are names as
 * readers see them; `page` counts from 1.
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
 * Regular expressions that an address matches when it narrows the list, when its list is not the static one, and when
 * it has anything to say to the page.
 */
export const HAS_FILTER = `[?&](?:${FILTER_KEYS.join('|')})=[^&]`
export const HAS_QUERY = `${HAS_FILTER}|[?&](?:sort|page)=`
export const HAS_PARAMS = `${HAS_QUERY}|[?&]view=`

/** No list is so long; beyond it databases cannot count. */
const MAX_PAGE = 1_000_000

/** The params in an address. What it says wrongly counts as not said. */
export function parseBrowseParams(query: URLSearchParams): BrowseParams {
  const text = (name: string) => (query.get(name) ?? '').trim()
  const page = Math.floor(Number(query.get('page')))
  return {
    search: text('search'),
    category: text('category'),
    author: text('author'),
    readTime: READ_TIME_RANGES.find((range) => range === query.get('readTime')) ?? '',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'latest',
    view: query.get('view') === 'list' ? 'list' : 'grid',
    page: page >= 1 ? Math.min(page, MAX_PAGE) : 1,
  }
}

/** The address that asks this params. It names only what differs from the list as it is. */
export function browseUrl(params: BrowseParams): string {
  const query = new URLSearchParams()
  for (const name of [...FILTER_KEYS, 'sort', 'view', 'page'] as const) {
    if (params[name] !== DEFAULT_PARAMS[name]) query.set(name, String(params[name]))
  }
  return query.size === 0 ? '/browse' : `/browse?${query}`
}

/** The params after a reader's choice: a new list begins at its first page, a new view leaves the page as it is. */
export function withChange(params: BrowseParams, choice: Partial<BrowseParams>): BrowseParams {
  const page = 'view' in choice ? params.page : 1
  return { ...params, page, ...choice }
}

/** Whether a search or a filter narrows the list. */
export function hasFilter(params: BrowseParams): boolean {
  return FILTER_KEYS.some((name) => params[name] !== '')
}

/** Whether the page that was built holds the answer. */
export function isDefaultList(params: BrowseParams): boolean {
  return !hasFilter(params) && params.sort === 'latest' && params.page === 1
}

const READ_TIME_HEADINGS = { short: 'Short reads', medium: 'Medium reads', long: 'Long reads' } as const

/** The heading of the list: 'All Articles', or what it was narrowed to. */
export function browseHeading({ search, category, author, readTime }: BrowseParams): string {
  const subject = search === '' ? '' : `“${search}”`
  const kind = readTime === '' ? '' : READ_TIME_HEADINGS[readTime]
  const head = [subject, kind].filter((part) => part !== '').join(', ')
  const where = head === '' || category === '' ? category : `in ${category}`
  const words = [head, where, author === '' ? '' : `by ${author}`].filter((part) => part !== '').join(' ')
  return words === '' ? 'All Articles' : words.charAt(0).toUpperCase() + words.slice(1)
}
