import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { idSchema } from '../../domain/row.ts'
import { allRows } from './all-rows.ts'
import { rowsOf } from './answer.ts'
import { keys } from './keys.ts'

const authorNameSchema = z.object({ id: idSchema, full_name: z.nullable(z.string()) })
export type AuthorName = z.infer<typeof authorNameSchema>

/** People (profiles) with articles, by name: for bylines and filters, also for those who may not read profiles. */
export const authorNamesQuery = queryOptions({
  queryKey: keys.authors.names(),
  queryFn: async ({ signal }) =>
    rowsOf(authorNameSchema, await adminClient().rpc('get_author_names').abortSignal(signal)),
})

const authorChoiceSchema = z.object({
  id: idSchema,
  profile_id: z.nullable(idSchema),
  name: z.string(),
  email: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
})
export type AuthorChoice = z.infer<typeof authorChoiceSchema>

/** Author profiles by name, to choose an article's author from; `profile_id` is the account, where it is known. */
export const authorChoicesQuery = queryOptions({
  queryKey: keys.authors.profiles(),
  queryFn: ({ signal }) =>
    allRows(authorChoiceSchema, (first, last) =>
      adminClient()
        .from('author_profiles')
        .select('id, profile_id, name, email, image_url')
        .order('name')
        .order('id')
        .range(first, last)
        .abortSignal(signal),
    ),
})
