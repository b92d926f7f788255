import type { PostgrestClient } from '@supabase/postgrest-js'
import { BackendError, toBackendError } from '../../backend/errors.ts'

/** Calls a function of the database. Throws a BackendError whose message begins with `what`. */
export async function callFunction(
  client: PostgrestClient,
  what: string,
  name: string,
  args: Record<string, unknown>,
): Promise<unknown> {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) return data
  const { kind, code, message } = toBackendError(error, status)
  throw new BackendError(kind, code, `${what}: ${message}`, error)
}
