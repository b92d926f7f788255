import * as z from 'zod/mini'

/** What is wrong with a field of a readers' form: the message of its issue. The words for it are in src/words. */
export const FIELD_PROBLEMS = ['missing', 'invalid', 'too-long'] as const
export type FieldProblem = (typeof FIELD_PROBLEMS)[number]

/** A text that has to be there. */
export const required = z
  .string()
  .check(z.trim(), z.minLength(1, { error: 'missing' satisfies FieldProblem, abort: true }))

export function notTooLong(characters: number) {
  return z.maxLength(characters, { error: 'too-long' satisfies FieldProblem, abort: true })
}

/** Reads the message of an issue; undefined where there is none. */
export function fieldProblem(message: string | undefined): FieldProblem | undefined {
  return FIELD_PROBLEMS.find((problem) => problem === message)
}
