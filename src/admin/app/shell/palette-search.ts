import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { orIlike } from '../../../domain/query.ts'
import { idSchema } from '../../../domain/row.ts'
import { parseRows } from '../../data/postgrest.ts'

/** So few of each kind that all kinds are seen at once. */
const LIMIT = 4

const foundSchema = z.object({ id: idSchema, name: z.string(), detail: z.nullable(z.string()) })
export type Found = z.infer<typeof foundSchema>

type Kind = 'pages' | 'media' | 'author_profiles' | 'profiles'

/** Which columns are the name and the detail of a kind, and which are looked through. */
const COLUMNS: Readonly<Record<Kind, { select: string; order: string; searched: readonly string[] }>> = {
  pages: { select: 'id, name:title, detail:slug', order: 'title', searched: ['title', 'slug'] },
  media: {
    select: 'id, name:original_filename, detail:alt_text',
    order: 'original_filename',
    searched: ['original_filename', 'alt_text'],
  },
  author_profiles: { select: 'id, name, detail:role', order: 'name', searched: ['name', 'email'] },
  profiles: {
    select: 'id, name:full_name, detail:email',
    order: 'full_name',
    searched: ['full_name', 'email'],
  },
}

/** The first few rows of a kind that hold `text`; nothing is asked for an empty text. What one may see, the database decides. */
export function foundQuery(kind: Kind, text: string, allowed: boolean) {
  const { select, order, searched } = COLUMNS[kind]
  return queryOptions({
    queryKey: ['palette', kind, text],
    queryFn: async ({ signal }) =>
      parseRows(
        foundSchema,
        await adminClient()
          .from(kind)
          .select(select)
          .not(order, 'is', null)
          .or(orIlike(searched, text))
          .order(order)
          .order('id')
          .limit(LIMIT)
          .abortSignal(signal),
      ),
    enabled: allowed && text !== '',
    placeholderData: keepPreviousData,
  })
}
