import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { type Role, can } from '../../../domain/people/role.ts'
import { type SearchWords, hasWords, similarWords, wordsAsTyped } from '../../../domain/text/text-search.ts'
import { type QueryResult, parseRows, unwrap, unwrapCount } from './postgrest.ts'
import type { Key, Options } from './queries.ts'

/** Where an account reads files of the library: in the table, or in the function with the rows and columns of visitors. */
export type LibraryTable = 'media' | 'published_files'

/** Roles that write read the table; others the function. */
export function libraryFor(role: Role): LibraryTable {
  return can(role, 'media.upload') ? 'media' : 'published_files'
}

/** A request for the rows of a table that have the words, with their number for `count: 'exact'`. */
export function rowsWith(
  words: SearchWords,
  table: SearchedTable,
  columns: string,
  options: { count?: 'exact' } = {},
) {
  const client = adminClient()
  return table === 'published_files'
    ? client.rpc(table, { p_words: words }, options).select(columns)
    : withWords(client.from(table).select(columns, options), words)
}

/** The tables with a computed column `search_text`, which says beside each table what is searched. */
export type SearchedTable =
  | 'articles'
  | 'audit_log'
  | 'author_profiles'
  | 'categories'
  | 'contact_messages'
  | 'letter_recipients'
  | 'letters'
  | 'pages'
  | 'profiles'
  | 'sections'
  | 'slug_redirects'
  | 'subscribers'
  | 'suppressions'
  | 'tags'
  | LibraryTable

/**
 * What a text is searched by in a table: its words as typed where any row has them all, else similar ones. None for an
 * empty text. Rejects with a BackendError.
 */
export async function wordsFor(
  table: SearchedTable,
  text: string,
  signal?: AbortSignal,
): Promise<SearchWords> {
  const asTyped = wordsAsTyped(text)
  if (asTyped.length === 0) return []
  const request = rowsWith(asTyped, table, 'id').limit(1)
  const rows = unwrap(await (signal === undefined ? request : request.abortSignal(signal)))
  return Array.isArray(rows) && rows.length > 0 ? asTyped : similarWords(text)
}

/** Limits a request to the rows that have the words. */
export function withWords<Request extends { or(filters: string): Request }>(
  request: Request,
  words: SearchWords,
): Request {
  return words.length === 0 ? request : request.or(hasWords(words))
}

interface FoundOptions<Request> extends Options {
  queryKey: Key
  table: SearchedTable
  text: string
  request: (words: SearchWords) => Request
}

/** The query of the rows that a text finds in a table. */
export function foundRowsQuery<Row>({
  queryKey,
  table,
  text,
  request,
  schema,
  ...options
}: FoundOptions<{ abortSignal(signal: AbortSignal): PromiseLike<QueryResult> }> & {
  schema: z.ZodMiniType<Row>
}) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      parseRows(schema, await request(await wordsFor(table, text, signal)).abortSignal(signal)),
    ...options,
  })
}

/** The query of how many rows a text finds in a table, of a request with `count: 'exact'`. */
export function foundCountQuery({
  queryKey,
  table,
  text,
  request,
  ...options
}: FoundOptions<{ abortSignal(signal: AbortSignal): PromiseLike<QueryResult & { count: number | null }> }>) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      unwrapCount(await request(await wordsFor(table, text, signal)).abortSignal(signal)),
    ...options,
  })
}
