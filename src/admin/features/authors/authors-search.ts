import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const AUTHORS_PAGE_SIZE = 20

/** The address of the authors: `?q=ines&page=2`. */
export const authorsSearchSchema = z.object({
  q: optional(z.coerce.string()),
  page: optional(z.int().check(z.positive())),
})
export type AuthorsSearch = z.infer<typeof authorsSearchSchema>

export interface AuthorsQuery {
  text: string
  /** Counts from 1. */
  page: number
}

export function toAuthorsQuery(search: AuthorsSearch): AuthorsQuery {
  return { text: search.q?.trim() ?? '', page: search.page ?? 1 }
}
