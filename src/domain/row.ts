import * as z from 'zod/mini'

/** The identifier of a row: any non-empty string (the database decides its form). */
export const idSchema = z.string().check(z.minLength(1))

/** An instant as the database writes it: text that `Date.parse` understands. */
export const timestampSchema = z
  .string()
  .check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Not a date and time'))

/** A text of at most so many characters; later checks of a longer one are left out. `what` begins the message. */
export function atMost(what: string, characters: number) {
  return z.maxLength(characters, {
    error: `${what} has at most ${characters.toLocaleString('en')} characters.`,
    abort: true,
  })
}
