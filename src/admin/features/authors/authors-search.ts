import * as z from 'zod/mini'
import { pagedSearch, toPagedQuery } from '../../data/list-search.ts'

/** The address of the authors: `?q=ines&page=2`. */
export const authorsSearchSchema = z.object(pagedSearch)
export const toAuthorsQuery = toPagedQuery
