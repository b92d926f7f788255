import * as z from 'zod/mini'
import { formatNumber } from './format-number.ts'

/** Id of a row: any non-empty string. */
export const idSchema = z.string().check(z.minLength(1))

/** A time as the database writes it, readable by `Date.parse`. */
export const timestampSchema = z
  .string()
  .check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Not a date and time'))

/** A text of at most so many characters; later checks of a longer one are left out. `what` begins the message. */
export function atMost(what: string, characters: number) {
  return z.maxLength(characters, {
    error: `${what} has at most ${formatNumber(characters)} characters.`,
    abort: true,
  })
}
