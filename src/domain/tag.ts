import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './row.ts'

export const tagSchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  created_at: timestampSchema,
})
export type Tag = z.infer<typeof tagSchema>
