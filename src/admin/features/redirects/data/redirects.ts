import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/content-type.ts'
import { likePattern } from '../../../../domain/query.ts'
import { type RedirectForm, redirectType } from '../../../../domain/redirect.ts'
import { deleteRow } from '../../../data/update-row.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import {
  type ListPage,
  type SortedQuery,
  rangeOf,
  sortedSearch,
  toSortedQuery,
} from '../../../data/list-search.ts'
import { parsePage, parseRows, unwrap } from '../../../data/postgrest.ts'

export const PAGE_SIZE = 25

const SORT_COLUMNS = ['old_path', 'created_at'] as const

/** The address of the redirects: `?q=summer&page=2&sort=old_path&dir=asc`. */
export const redirectsSearchSchema = z.object(sortedSearch(SORT_COLUMNS))
export type RedirectsQuery = SortedQuery<(typeof SORT_COLUMNS)[number]>

export const toRedirectsQuery = (search: z.infer<typeof redirectsSearchSchema>): RedirectsQuery =>
  toSortedQuery(search, 'created_at')

const rowSchema = z.omit(redirectType.row, { target: true })
const targetSchema = z.extend(z.pick(redirectType.row, { id: true }), { target: z.nullable(z.string()) })

/** `target` is null while readers cannot see the renamed article or page. */
export type RedirectRow = z.infer<typeof rowSchema> & { target: string | null }

/** One page of the redirects, searched by the old address, with where each leads now. */
export function redirectListQuery(query: RedirectsQuery) {
  return queryOptions({
    queryKey: ['slug_redirects', 'list', query],
    queryFn: async ({ signal }): Promise<ListPage<RedirectRow>> => {
      const { text, sort, dir, page } = query
      const all = adminClient().from('slug_redirects').select(selectOf(rowSchema), { count: 'exact' })
      const answer = await (text === '' ? all : all.ilike('old_path', likePattern(text)))
        .order(sort, { ascending: dir === 'asc' })
        .order('id')
        .range(...rangeOf(page, PAGE_SIZE))
        .abortSignal(signal)
      const { rows, total } = parsePage(rowSchema, answer)
      const p_redirects = rows.map(({ id }) => Number(id))
      const targets = parseRows(
        targetSchema,
        await adminClient().rpc('get_redirect_targets', { p_redirects }).abortSignal(signal),
      )
      const targetOf = new Map(targets.map(({ id, target }) => [id, target]))
      return { rows: rows.map((row) => ({ ...row, target: targetOf.get(row.id) ?? null })), total }
    },
    placeholderData: keepPreviousData,
  })
}

/** Rejects with a BackendError in the database's words. */
export const useAddRedirect = () =>
  useEntityMutation(['slug_redirects'], async ({ old_path, target }: RedirectForm) =>
    unwrap(
      await adminClient()
        .from('slug_redirects')
        .insert({ old_slug: old_path.slice(1), target }),
    ),
  )

export const useDeleteRedirect = () =>
  useEntityMutation(['slug_redirects'], (id: string) => deleteRow('slug_redirects', id))
