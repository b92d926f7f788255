import * as z from 'zod/mini'

/** Maximum size of a body as it is stored: as JSON in UTF-8. The database has the same limits. */
export const MAX_BODY_BYTES = 1_000_000

/** Maximum levels of objects and arrays within each other in a body. */
export const MAX_CONTENT_DEPTH = 100

/** The check of a body's size. Its message begins with `label`; `stored` returns what the column holds. */
export function bodySize<Value>(label: string, stored: (value: Value) => unknown): z.core.$ZodCheck<Value> {
  return z.refine(
    // Less than: the database writes the JSON with one more blank.
    (value) => new TextEncoder().encode(JSON.stringify(stored(value))).length < MAX_BODY_BYTES,
    `${label} must be at most ${MAX_BODY_BYTES / 1_000_000} MB`,
  )
}

/** Whether a JSON value has more levels of objects and arrays than `depth`. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1))
}
