import { UUID } from '../../../src/domain/rows/uuid.ts'
import { HttpError } from './http.ts'

/** The account that a body `{ id }` names. Throws HttpError 400 when it names none. */
export async function readUserId(request: Request): Promise<string> {
  return userId((await readFields(request)).id)
}

/** The accounts that a body `{ id, heir }` names; `heir` may be left out or null. Throws HttpError 400. */
export async function readUserAndHeir(request: Request): Promise<{ id: string; heir: string | null }> {
  const { id, heir } = await readFields(request)
  return { id: userId(id), heir: heir === undefined || heir === null ? null : userId(heir) }
}

async function readFields(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

function userId(value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw new HttpError(400, 'Which user?')
  return value.toLowerCase()
}
