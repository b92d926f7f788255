import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { pageSchema, type Page, type PageForm } from '../../../../domain/page.ts'
import { parseRow } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** What is stored of a page, with its author (admin spec §7). A text that is absent stays as it is. */
export interface PageValues extends Omit<
  PageForm,
  'id' | 'content' | 'excerpt' | 'meta_title' | 'meta_description'
> {
  content?: { html: string }
  excerpt: string | null
  meta_title: string | null
  meta_description: string | null
  author_id: string | null
}

/**
 * Creates a page (`of` null) or changes the one that was opened at a version. Rejects with a BackendError: 'conflict'
 * when it has another version by now.
 */
export function useSavePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      of,
      values,
    }: {
      of: Pick<Page, 'id' | 'version'> | null
      values: PageValues
    }): Promise<Page> =>
      parseRow(
        pageSchema,
        await adminClient().rpc('save_page', {
          p_id: of?.id ?? null,
          p_version: of?.version ?? null,
          p_page: { ...values },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages.all }),
  })
}
