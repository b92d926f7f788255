import type * as z from 'zod'
import { AuthError } from './error.ts'

/** The fields of a JSON body. Throws AuthError when they do not have the shape of the schema. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await request.json().catch(() => undefined))
  if (!parsed.success) throw new AuthError(400, 'bad_json', 'Could not read the request body')
  return parsed.data
}

/** The fields of a JSON body that a handler behind this one reads again; null when they do not have the shape. */
export async function peekBody<T>(request: Request, schema: z.ZodType<T>): Promise<T | null> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return schema.safeParse(body).data ?? null
}
