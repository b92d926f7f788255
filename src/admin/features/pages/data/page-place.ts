import * as z from 'zod/mini'
import { selectOf } from '../../../../domain/content-type.ts'
import { pageSchema } from '../../../../domain/page.ts'

/** A page without its text: what its address and its parent need. */
export const placeSchema = z.pick(pageSchema, {
  id: true,
  title: true,
  slug: true,
  status: true,
  parent_id: true,
})
export type PagePlace = z.infer<typeof placeSchema>

export const PLACE_COLUMNS = selectOf(placeSchema)
