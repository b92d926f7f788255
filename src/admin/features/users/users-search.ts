import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

export const USERS_PAGE_SIZE = 20
export const MISSING_PAGE_SIZE = 10

const page = optional(z.int().check(z.positive()))

/** The address of the users: `?q=ines&page=2`, and `missing=2` for the second page of authors without accounts. */
export const usersSearchSchema = z.object({ q: optional(z.coerce.string()), page, missing: page })
export type UsersSearch = z.infer<typeof usersSearchSchema>

export interface UsersQuery {
  text: string
  /** Counts from 1. */
  page: number
}

export function toUsersQuery(search: UsersSearch): UsersQuery {
  return { text: search.q?.trim() ?? '', page: search.page ?? 1 }
}
