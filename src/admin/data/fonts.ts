import { queryOptions } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { fontSchema } from '../../domain/font.ts'
import { parseRows } from './postgrest.ts'

export const FONT_COLUMNS = Object.keys(fontSchema.shape).join(', ')

/** All fonts, the newest first. */
export const fontsQuery = queryOptions({
  queryKey: ['fonts'],
  queryFn: async ({ signal }) =>
    parseRows(
      fontSchema,
      await adminClient()
        .from('fonts')
        .select(FONT_COLUMNS)
        .order('created_at', { ascending: false })
        .order('id')
        .abortSignal(signal),
    ),
  staleTime: 0,
})
