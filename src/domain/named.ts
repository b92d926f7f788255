import * as z from 'zod/mini'
import { slugify } from './slug.ts'

/** The longest name of a category or tag, and the longest slug, in characters. */
export const MAX_NAME = 120
const MAX_SLUG = 160

/** The name of a category or tag; its slug is made of it. */
export const nameSchema = z.string().check(
  z.trim(),
  z.minLength(1, { error: 'Name is required', abort: true }),
  z.maxLength(MAX_NAME, `Name must be at most ${MAX_NAME} characters`),
  z.refine(
    (name) => slugify(name) !== '',
    'Name needs a letter from a to z or a digit, for its address is made of them',
  ),
  z.refine((name) => slugify(name).length <= MAX_SLUG, 'The address made of this name is too long'),
)
