import * as z from 'zod/mini'
import { apiUrl } from '../../../backend/env/api-url.ts'
import { adminClient } from '../../../backend/admin-client.ts'
import { BackendError, toBackendError } from '../../../backend/errors.ts'

const refusalSchema = z.object({ error: z.string() })

/** Calls an edge function as the signed-in person. Throws a BackendError with the function's own wording. */
export async function invoke<Answer>(
  name: string,
  body: Record<string, unknown>,
  schema: z.ZodMiniType<Answer>,
): Promise<Answer> {
  const { status, answer } = await call(name, body).catch((error: unknown) => {
    throw new BackendError('network', null, 'The server cannot be reached', error)
  })
  if (status < 400) return schema.parse(answer)
  const refusal = refusalSchema.safeParse(answer)
  throw toBackendError({ message: refusal.success ? refusal.data.error : '' }, status)
}

async function call(
  name: string,
  body: Record<string, unknown>,
): Promise<{ status: number; answer: unknown }> {
  const response = await adminClient().request(`${apiUrl()}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = response.ok ? await response.json() : await response.json().catch(() => null)
  return { status: response.status, answer }
}
