import * as z from 'zod/mini'
import { listSearchSchema, type ListQuery } from '../../data/list-search.ts'

const COLUMNS = ['title', 'status', 'created_at', 'updated_at'] as const

/** The address of the list, and `?edit=new` or `?edit={id}` while the dialog is open. */
export const pagesSearchSchema = z.extend(listSearchSchema(COLUMNS), {
  edit: z.optional(z.catch(z.optional(z.union([z.literal('new'), z.uuid()])), undefined)),
})
export type PagesSearch = z.infer<typeof pagesSearchSchema>
export type PagesQuery = ListQuery<(typeof COLUMNS)[number]>
