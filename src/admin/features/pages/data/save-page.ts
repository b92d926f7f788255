import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import { pageSchema, type Page, type pageType } from '../../../../domain/page.ts'
import { parseRow } from '../../../data/postgrest.ts'
import { keys } from '../../../data/keys.ts'

/** The columns that a save sets. A text that is absent stays as it is. */
export interface PageValues extends ColumnsOf<typeof pageType.fields> {
  content?: { html: string }
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
