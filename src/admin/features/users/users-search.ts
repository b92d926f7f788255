import * as z from 'zod/mini'
import { type PagedQuery, pagedSearch } from '../../data/requests/list-search.ts'

/** The address of the users: `?q=ines&page=2`, and `missing=2` for the second page of authors without accounts. */
export const usersSearchSchema = z.object({ ...pagedSearch, missing: pagedSearch.page })

/** The query of the authors without accounts, which are not searched. */
export function toMissingQuery({ missing = 1 }: z.infer<typeof usersSearchSchema>): PagedQuery {
  return { text: '', page: missing }
}
