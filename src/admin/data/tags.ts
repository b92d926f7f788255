import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { tagSchema } from '../../domain/tag.ts'
import { rowsOf } from './answer.ts'
import { keys } from './keys.ts'

/** All tags by name. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags.all,
  queryFn: async ({ signal }) =>
    rowsOf(
      tagSchema,
      await adminClient().from('tags').select('id, name, slug, created_at').order('name').abortSignal(signal),
    ),
})
