import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { idSchema } from '../../../domain/rows/row.ts'
import { rowsQuery } from '../requests/queries.ts'

const authorNameSchema = z.object({ id: idSchema, full_name: z.nullable(z.string()) })

/** People (profiles) with articles, by name: for bylines and filters, also for those who may not read profiles. */
export const authorNamesQuery = rowsQuery(['authors', 'names'], authorNameSchema, () =>
  adminClient().rpc('get_author_names'),
)
