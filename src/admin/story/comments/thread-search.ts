import * as z from 'zod/mini'
import { optional } from '../../data/requests/list-search.ts'

/** The address of a story: `?thread=…`, the thread of comments to open. */
export const threadSearchSchema = z.object({ thread: optional(z.uuid()) })

/** The address of the editor: `?checks=true` opens what there is to look at before the story goes out. */
export const editorSearchSchema = z.extend(threadSearchSchema, { checks: optional(z.literal(true)) })
