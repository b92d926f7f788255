import * as z from 'zod/mini'
import { adminClient } from '../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../backend/errors.ts'

const refusalSchema = z.object({ error: z.string() })

/** Calls an edge function as the signed-in person. Throws a BackendError with the function's own wording. */
export async function invoke<Answer>(
  name: string,
  body: Record<string, unknown>,
  schema: z.ZodMiniType<Answer>,
): Promise<Answer> {
  const { data, error, response } = await adminClient().functions.invoke<unknown>(name, { body })
  if (error === null) return schema.parse(data)
  if (response === undefined) {
    throw new BackendError('network', null, 'The server cannot be reached', error)
  }
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  throw toBackendError({ message: refusal.success ? refusal.data.error : '' }, response.status)
}
