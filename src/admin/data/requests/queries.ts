import { type keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Entity } from './entity-mutation.ts'
import { type QueryResult, parseRow, parseRows, unwrapCount } from './postgrest.ts'

/** Stale time of rows that are fetched at each visit: the screen uses what its loader has just fetched. */
export const JUST_LOADED_MS = 5000

interface Request<Sent> {
  abortSignal(signal: AbortSignal): Sent
}

type Answer<More = object> = PromiseLike<QueryResult & More>

export type Key = readonly [Entity, ...unknown[]]

export interface Options {
  staleTime?: number
  gcTime?: number
  enabled?: boolean
  placeholderData?: typeof keepPreviousData
}

/** The query of all rows that a request finds. */
export function rowsQuery<Row>(
  queryKey: Key,
  schema: z.ZodMiniType<Row>,
  request: () => Request<Answer>,
  options: Options = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => parseRows(schema, await request().abortSignal(signal)),
    ...options,
  })
}

/** The query of the one row that a request finds. Fails with a BackendError, 'not-found' when there is none. */
export function rowQuery<Row>(
  queryKey: Key,
  schema: z.ZodMiniType<Row>,
  request: () => Request<{ single(): Answer }>,
  options: Options = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => parseRow(schema, await request().abortSignal(signal).single()),
    ...options,
  })
}

/** The query of the one row that a request finds; null when there is none. */
export function optionalRowQuery<Row>(
  queryKey: Key,
  schema: z.ZodMiniType<Row>,
  request: () => Request<{ maybeSingle(): Answer }>,
  options: Options = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) =>
      parseRow(z.nullable(schema), await request().abortSignal(signal).maybeSingle()),
    ...options,
  })
}

/** The query of how many rows a request with `count: 'exact'` finds. */
export function countQuery(
  queryKey: Key,
  request: () => Request<Answer<{ count: number | null }>>,
  options: Options = {},
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => unwrapCount(await request().abortSignal(signal)),
    ...options,
  })
}
