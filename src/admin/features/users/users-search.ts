import * as z from 'zod/mini'
import { pagedSearch } from '../../data/list-search.ts'

/** The address of the users: `?q=ines&page=2`, and `missing=2` for the second page of authors without accounts. */
export const usersSearchSchema = z.object({ ...pagedSearch, missing: pagedSearch.page })
