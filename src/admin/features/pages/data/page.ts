import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import { pageSchema, pageType, type Page } from '../../../../domain/page.ts'
import { parseRows } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** A page as it is stored now. Rejects with a BackendError, 'not-found' when there is none. */
export async function loadPage(id: string, signal?: AbortSignal): Promise<Page> {
  const asked = adminClient().from('pages').select(pageType.select).eq('id', id)
  const [page] = parseRows(pageSchema, await (signal === undefined ? asked : asked.abortSignal(signal)))
  if (page === undefined) throw new BackendError('not-found', null, 'Page not found')
  return page
}

/** One page to edit: asked anew each time the dialog opens. */
export function pageQuery(id: string) {
  return queryOptions({
    queryKey: keys.pages.one(id),
    queryFn: ({ signal }) => loadPage(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}
