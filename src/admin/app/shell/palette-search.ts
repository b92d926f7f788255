import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminClient } from '../../../backend/admin-client.ts'
import { orIlike } from '../../../domain/query.ts'
import { idSchema } from '../../../domain/row.ts'
import { rowsQuery } from '../../data/queries.ts'

/** Rows of each kind: few, so that every kind is in view. */
const LIMIT = 4

const rowSchema = z.object({ id: idSchema, name: z.string(), detail: z.nullable(z.string()) })

type Kind = 'pages' | 'media' | 'authors' | 'users'

/** The table of each kind, its columns shown as name and detail, and those that are searched. */
const TABLES = {
  pages: { table: 'pages', name: 'title', detail: 'slug', searched: ['title', 'slug'] },
  media: {
    table: 'media',
    name: 'original_filename',
    detail: 'alt_text',
    searched: ['original_filename', 'alt_text'],
  },
  authors: { table: 'author_profiles', name: 'name', detail: 'role', searched: ['name', 'email'] },
  users: { table: 'profiles', name: 'full_name', detail: 'email', searched: ['full_name', 'email'] },
} as const

/** The first rows of a kind that contain `text`; disabled for an empty text. Row-level security limits them further. */
export function paletteSearchQuery(kind: Kind, text: string, allowed: boolean) {
  const { table, name, detail, searched } = TABLES[kind]
  return rowsQuery(
    [kind, 'palette', text],
    rowSchema,
    () =>
      adminClient()
        .from(table)
        .select(`id, name:${name}, detail:${detail}`)
        .not(name, 'is', null)
        .or(orIlike(searched, text))
        .order(name)
        .order('id')
        .limit(LIMIT),
    { enabled: allowed && text !== '', placeholderData: keepPreviousData },
  )
}
