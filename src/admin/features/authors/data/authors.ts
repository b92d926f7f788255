import * as z from 'zod/mini'
import { adminClient } from '../../../../backend/admin-client.ts'
import { type AuthorForm, authorSchema, authorType } from '../../../../domain/author.ts'
import { orIlike } from '../../../../domain/query.ts'
import { timestampSchema } from '../../../../domain/row.ts'
import { useEntityMutation } from '../../../data/entity-mutation.ts'
import type { PagedQuery } from '../../../data/list-search.ts'
import { NEWEST_FIRST, pagedQuery } from '../../../data/paged-query.ts'
import { expectChanged, parseRow } from '../../../data/postgrest.ts'
import { type Opened, saveRow } from '../../../data/update-row.ts'
import { authorWrite } from '../author-form.ts'

export const PAGE_SIZE = 20
const COLUMNS = `${authorType.select}, updated_at, account:profiles(full_name, email)`
const TEXT_COLUMNS = ['name', 'email', 'role', 'slug'] as const

const rowSchema = z.extend(authorSchema, {
  updated_at: timestampSchema,
  account: z.nullable(z.object({ full_name: z.nullable(z.string()), email: z.nullable(z.string()) })),
})
export type AuthorRow = z.infer<typeof rowSchema>

/** One page of the authors, the newest first. */
export function authorListQuery(query: PagedQuery) {
  return pagedQuery({
    entity: 'authors',
    query,
    schema: rowSchema,
    pageSize: PAGE_SIZE,
    sorting: NEWEST_FIRST,
    request: () => {
      const all = adminClient().from('author_profiles').select(COLUMNS, { count: 'exact' })
      return query.text === '' ? all : all.or(orIlike(TEXT_COLUMNS, query.text))
    },
  })
}

export async function loadAuthor(id: string): Promise<AuthorRow> {
  return parseRow(
    rowSchema,
    await adminClient().from('author_profiles').select(COLUMNS).eq('id', id).single(),
  )
}

export const useSaveAuthor = () =>
  useEntityMutation(['authors', 'users'], ({ opened, form }: { opened: Opened | null; form: AuthorForm }) =>
    saveRow('author_profiles', authorWrite(form), opened, 'updated_at'),
  )

/** Removes an author for good. Rejects with a BackendError. */
export const useDeleteAuthor = () =>
  useEntityMutation(['authors', 'users'], async (id: string) =>
    expectChanged(
      await adminClient().from('author_profiles').delete().eq('id', id).select('id'),
      'This author is gone, or you are not allowed to delete it',
    ),
  )
