import type { PostgrestClient } from '@supabase/postgrest-js'
import * as z from 'zod/mini'
import { toBackendError } from '../../backend/errors.ts'
import type { TriedChange } from '../rendering/render-process.ts'

/** A change as the database returns it when it has taken it back. */
export const triedChangeSchema = z.object({
  events: z.array(z.object({ entity: z.string(), entity_id: z.string() })),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})

/**
 * Makes the database carry out changes as their sender, read them as of a moment (ISO; null: now), and roll them back. Throws a
 * BackendError where they are refused.
 */
export async function tryChanges(
  sender: PostgrestClient,
  changes: unknown,
  at: string | null = null,
): Promise<TriedChange> {
  const { data, error, status } = await sender.rpc('predict_change', { p_changes: changes, p_at: at })
  if (error) throw toBackendError(error, status)
  return triedChangeSchema.parse(data)
}
