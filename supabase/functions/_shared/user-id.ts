import { UUID } from '../../../src/domain/uuid.ts'
import { HttpError } from './http.ts'

/** The account that a body `{ id }` names. Throws HttpError 400 when it names none. */
export async function readUserId(request: Request): Promise<string> {
  const body: unknown = await request.json().catch(() => null)
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : undefined
  if (typeof id !== 'string' || !UUID.test(id)) throw new HttpError(400, 'Which user?')
  return id.toLowerCase()
}
