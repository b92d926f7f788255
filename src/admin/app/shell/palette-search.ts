import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { orIlike } from '../../../domain/query.ts'
import { idSchema } from '../../../domain/row.ts'
import { parseRows } from '../../data/postgrest.ts'

/** Rows of each kind: few, so that every kind is in view. */
const LIMIT = 4

const rowSchema = z.object({ id: idSchema, name: z.string(), detail: z.nullable(z.string()) })
export type PaletteRow = z.infer<typeof rowSchema>

type Kind = 'pages' | 'media' | 'author_profiles' | 'profiles'

/** The columns shown as name and detail, and those that are searched. */
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

/** The first rows of a table that contain `text`; disabled for an empty text. Row-level security limits them further. */
export function paletteSearchQuery(kind: Kind, text: string, allowed: boolean) {
  return queryOptions({
    queryKey: ['palette', kind, text],
    queryFn: async ({ signal }) => {
      const { select, order, searched } = COLUMNS[kind]
      return parseRows(
        rowSchema,
        await adminClient()
          .from(kind)
          .select(select)
          .not(order, 'is', null)
          .or(orIlike(searched, text))
          .order(order)
          .order('id')
          .limit(LIMIT)
          .abortSignal(signal),
      )
    },
    enabled: allowed && text !== '',
    placeholderData: keepPreviousData,
  })
}
