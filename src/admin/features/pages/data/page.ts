import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { BackendError } from '../../../../backend/errors.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import { type Page, pageSchema, pageType } from '../../../../domain/page.ts'
import { deleteRow } from '../../../data/delete-row.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import { parseRows, unwrap } from '../../../data/postgrest.ts'
import type { Opened } from '../../../data/update-row.ts'

/** A page as it is stored now. Rejects with a BackendError, 'not-found' when there is none. */
export async function loadPage(id: string, signal?: AbortSignal): Promise<Page> {
  const request = adminClient().from('pages').select(pageType.select).eq('id', id)
  const [page] = parseRows(pageSchema, await (signal === undefined ? request : request.abortSignal(signal)))
  if (page === undefined) throw new BackendError('not-found', null, '')
  return page
}

/** One page to edit: fetched anew each time the dialog opens. */
export function pageQuery(id: string) {
  return queryOptions({
    queryKey: ['pages', 'one', id],
    queryFn: ({ signal }) => loadPage(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

/** What is stored of a page, with its author. Without `content` the stored text stays as it is. */
export interface PageValues extends ColumnsOf<typeof pageType.fields> {
  content?: { html: string }
  author_id: string | null
}

/** Creates or changes a page. Rejects with a BackendError, 'conflict' when it was saved since it was opened. */
async function savePage({ opened, values }: { opened: Opened | null; values: PageValues }): Promise<void> {
  unwrap(
    await adminClient().rpc('save_page', {
      p_id: opened?.id ?? null,
      p_version: opened === null ? null : Number(opened.token),
      p_page: { ...values },
    }),
  )
}

export const useSavePage = () => useEntityMutation(['pages'], savePage)

/** Deletes a page; those below it move up. Rejects with a BackendError. */
export const useDeletePage = () => useEntityMutation(['pages'], (id: string) => deleteRow('pages', id))
