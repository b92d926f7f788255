import * as z from 'zod/mini'

/** A change as the database returns it when it has taken it back. */
export const triedChangeSchema = z.object({
  events: z.array(z.object({ entity: z.string(), entity_id: z.string() })),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
