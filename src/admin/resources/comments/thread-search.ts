import * as z from 'zod/mini'
import { optional } from '../../data/list-search.ts'

/** The address of a story: `?thread=…`, the thread of comments to open. */
export const threadSearchSchema = z.object({ thread: optional(z.uuid()) })
