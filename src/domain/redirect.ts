import * as z from 'zod/mini'
import { idSchema } from './row.ts'

/** A redirect as the site reads it: it leads to one of the three rows. */
export const redirectSchema = z.object({
  id: z.pipe(z.union([z.number(), z.string()]), z.transform(String)),
  // The slug of an article or tag, the path of a page without its first slash.
  old_slug: z.string(),
  article_id: z.nullable(idSchema),
  page_id: z.nullable(idSchema),
  tag_id: z.nullable(idSchema),
})
