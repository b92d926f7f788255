import * as z from 'zod/mini'

/** Variables of an environment by their names. */
export type Source = Record<string, string | undefined>

/** Schema of a whole number written as text. */
export function wholeNumber(min: number, max: number, error: string) {
  return z
    .string()
    .check(z.refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max, error))
}

/** Reads a variable. An empty one counts as unset. Throws an error that names it when it is missing or wrong. */
export function read<T extends string>(
  source: Source,
  name: string,
  schema: z.ZodMiniType<T>,
  fallback?: string,
): T {
  const value = source[name]?.trim() || fallback
  if (value === undefined) throw new Error(`${name} is not set: see .github/docs/environment.md.`)
  const result = schema.safeParse(value)
  if (!result.success) {
    throw new Error(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}, but it is "${value}".`)
  }
  return result.data
}
