import * as z from 'zod/mini'

/** Id of a row: any non-empty string. */
export const idSchema = z.string().check(z.minLength(1))

/** A time as the database writes it, readable by `Date.parse`. */
export const timestampSchema = z
  .string()
  .check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Not a date and time'))

/** A day such as '2026-11-14'. Not by zod's own, which brings a part of it into the search of readers. */
export const daySchema = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
