import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { selectOf } from '../../../../domain/rows/content-type.ts'
import { type RedirectForm, redirectType } from '../../../../domain/site/redirect.ts'
import type { ListPage } from '../../../data/requests/list-search.ts'
import { fetchPage } from '../../../data/requests/paged-query.ts'
import { parseRows, unwrap } from '../../../data/requests/postgrest.ts'
import { JUST_LOADED_MS } from '../../../data/requests/queries.ts'
import type { RedirectsQuery } from '../redirects-search.ts'

const rowSchema = z.omit(redirectType.row, { target: true })
const targetSchema = z.extend(z.pick(redirectType.row, { id: true }), { target: z.nullable(z.string()) })

/** `target` is null while readers cannot see the renamed article or page. */
export type RedirectRow = z.infer<typeof rowSchema> & { target: string | null }

/**
 * One page of the redirects, each with its present target. Searched by the old address, and by the target of those
 * added by hand: the target of the others is not a column.
 */
export function redirectListQuery(query: RedirectsQuery) {
  return queryOptions({
    queryKey: ['slug_redirects', 'list', query],
    queryFn: async ({ signal }): Promise<ListPage<RedirectRow>> => {
      const request = () =>
        adminClient().from('slug_redirects').select(selectOf(rowSchema), { count: 'exact' })
      const options = { query, schema: rowSchema, pageSize: 25, searched: 'slug_redirects' as const, request }
      const { rows, ...page } = await fetchPage(options, signal)
      const p_redirects = rows.map(({ id }) => Number(id))
      const targets = parseRows(
        targetSchema,
        await adminClient().rpc('get_redirect_targets', { p_redirects }).abortSignal(signal),
      )
      const targetOf = new Map(targets.map(({ id, target }) => [id, target]))
      return { ...page, rows: rows.map((row) => ({ ...row, target: targetOf.get(row.id) ?? null })) }
    },
    placeholderData: keepPreviousData,
    // Renames on other screens add some.
    staleTime: JUST_LOADED_MS,
  })
}

/** Rejects with a BackendError in the database's words. */
export async function addRedirect(form: RedirectForm): Promise<void> {
  unwrap(await adminClient().from('slug_redirects').insert(redirectRow(form)))
}

export const redirectRow = ({ old_path, target }: RedirectForm) => ({ old_slug: old_path.slice(1), target })
