import * as z from 'zod/mini'
import { formatNumber } from '../text/format-number.ts'
import { sameJson } from '../body/json.ts'
import { bodySize } from '../body/limits.ts'
import { type StoryParts, isStoryParts } from '../body/story-parts.ts'
import { isSlug, slugify } from '../sections/slug.ts'
import { hexSchema } from '../theme/theme.ts'
import { daySchema, idSchema, timestampSchema } from './row.ts'

/** A field of a content type as a form holds it. Empty text means null in the column. */
export interface Field<Value> {
  /** Name in forms, messages, differences and the history. */
  readonly label: string
  readonly empty: Value
  /** Schema of any value, valid or not. */
  readonly value: z.ZodMiniType<Value, Value>
  /** Schema of a valid value, with the messages for invalid ones. */
  readonly form: z.ZodMiniType<Value, Value>
  /** Normalises a value for saving. */
  tidy(value: Value): Value
  /** Whether two tidy values are the same. */
  equals(a: Value, b: Value): boolean
  /** A value with the changes of both, of tidy values; null where they exclude each other, as without this method. */
  merge?(base: Value, theirs: Value, mine: Value): Value | null
}

/** A field that is stored in a column of the same name. */
export interface ColumnField<Value, Stored> extends Field<Value> {
  readonly column: z.ZodMiniType<Stored>
  fromColumn(stored: Stored): Value
  toColumn(value: Value): Stored
}

/** A label in sentence case: 'Two-Factor Authentication' → 'Two-factor authentication'; abbreviations stay. */
export function sentenceCase(label: string): string {
  return label.replace(/[ -][A-Z][a-z]+/g, (word) => word.toLowerCase())
}

/** A field of one text; `max` is in characters, and the same in the database. */
export interface TextField extends Field<string> {
  readonly max: number
}

interface TextOptions {
  label: string
  max: number
  /** Refuses an empty value. */
  required?: boolean
  /** Further rules. */
  checks?: z.core.$ZodCheck<string>[]
}

function textForm({ label, max, required = false, checks = [] }: TextOptions): z.ZodMiniType<string, string> {
  const name = sentenceCase(label)
  return z
    .string()
    .check(
      z.trim(),
      ...(required ? [z.minLength(1, { error: `${name} is required`, abort: true })] : []),
      z.maxLength(max, `${name} must be at most ${formatNumber(max)} characters`),
      ...checks,
    )
}

/** A check that also accepts empty text. */
export function orEmpty(accepts: (value: string) => boolean, message: string): z.core.$ZodCheck<string> {
  return z.refine((value) => value === '' || accepts(value), message)
}

/** Text without a column of its own. */
export function textField(options: TextOptions): TextField {
  return {
    label: options.label,
    max: options.max,
    empty: '',
    value: z.string(),
    form: textForm(options),
    tidy: (value) => value.trim(),
    equals: Object.is,
  }
}

/** Text in a not-null column. */
export function text(options: TextOptions): TextField & ColumnField<string, string> {
  return { ...textField(options), column: z.string(), fromColumn: same, toColumn: same }
}

/** Optional text: empty in the form, null in the column. */
export function optionalText(
  options: Omit<TextOptions, 'required'>,
): TextField & ColumnField<string, string | null> {
  return {
    ...textField(options),
    column: z.nullable(z.string()),
    fromColumn: (stored) => stored ?? '',
    toColumn: (value) => value || null,
  }
}

/** A slug; an optional one is derived from the title or name when saved. */
export function slug(options: Omit<TextOptions, 'checks'>): TextField & ColumnField<string, string> {
  return text({ ...options, checks: [orEmpty(isSlug, 'Use lower-case letters, digits and single hyphens')] })
}

/** Maximum length of the slug of a category or tag, in characters. */
const MAX_NAME_SLUG = 160

/** The name of a category or tag, whose slug is made of it. */
export function name(): TextField & ColumnField<string, string> {
  return text({
    label: 'Name',
    max: 120,
    required: true,
    checks: [
      z.refine(
        (value) => slugify(value) !== '',
        'Name needs a letter from a to z or a digit, for its address is made of them',
      ),
      z.refine(
        (value) => slugify(value).length <= MAX_NAME_SLUG,
        'The address made of this name is too long',
      ),
    ],
  })
}

/** A field that is stored as the form holds it. */
export function plain<Value>(
  label: string,
  empty: Value,
  value: z.ZodMiniType<Value, Value>,
  equals: (a: Value, b: Value) => boolean = Object.is,
): ColumnField<Value, Value> {
  const stored = { column: value, fromColumn: same, toColumn: same }
  return { label, empty, value, form: value, tidy: same, equals, ...stored }
}

export function flag(label: string): ColumnField<boolean, boolean> {
  return plain(label, false, z.boolean())
}

/** One of a few values. */
export function choice<const Value extends string>(
  label: string,
  values: readonly Value[],
  empty: NoInfer<Value>,
): ColumnField<Value, Value> {
  return plain<Value>(label, empty, z.enum(values as [Value, ...Value[]]))
}

/** One of a few values, or none. */
export function optionalChoice<const Value extends string>(
  label: string,
  values: readonly Value[],
): ColumnField<Value | null, Value | null> {
  return plain<Value | null>(label, null, z.nullable(z.enum(values as [Value, ...Value[]])))
}

/** A colour as #rrggbb, or none. */
export function optionalColour(label: string): ColumnField<string | null, string | null> {
  return plain(label, null, z.nullable(hexSchema))
}

/** The id of a row of another table. */
export function reference(label: string): ColumnField<string | null, string | null> {
  return plain(label, null, z.nullable(idSchema))
}

/** Ids of rows of another table, unordered, stored in a join table. */
export function references(label: string): Field<string[]> {
  // Merging two tags leaves the id of the other twice in a stored text that had both.
  const value = z.array(idSchema).check(z.overwrite((ids) => [...new Set(ids)]))
  return {
    ...{ label, empty: [], value, form: value, tidy: (ids) => ids.toSorted(), equals: sameItems },
    merge: mergeLists(Object.is),
  }
}

/** URL of a picture. */
export function image(label: string): ColumnField<string | null, string | null> {
  return plain(label, null, z.nullable(z.string()))
}

/** Ordered URLs of pictures. */
export function images(label: string): ColumnField<string[], string[]> {
  return { ...plain(label, [], z.array(z.string()), sameItems), merge: mergeLists(Object.is) }
}

/** A time; null when none is chosen. */
export function date(label: string): ColumnField<string | null, string | null> {
  return {
    ...plain(label, null, z.nullable(timestampSchema)),
    tidy: (value) => (value === null ? null : new Date(value).toISOString()),
  }
}

/** A day such as '2026-11-14', the same in every time zone; null when none is chosen. */
export function day(label: string): ColumnField<string | null, string | null> {
  return plain(label, null, z.nullable(daySchema))
}

/** 'oak, , small rooms ' → ['oak', 'small rooms']; a word given twice counts once. */
export function parseKeywords(value: string): string[] {
  const words = value.split(',').map((word) => word.trim())
  return [...new Set(words)].filter((word) => word !== '')
}

/** Comma-separated words; the column holds an array. */
export function keywords(label: string): ColumnField<string, string[]> {
  return {
    label,
    empty: '',
    value: z.string(),
    form: z.string(),
    tidy: (value) => parseKeywords(value).join(', '),
    equals: Object.is,
    merge: (base, theirs, mine) =>
      mergeWords(parseKeywords(base), parseKeywords(theirs), parseKeywords(mine))?.join(', ') ?? null,
    column: z.array(z.string()),
    fromColumn: (stored) => stored.join(', '),
    toColumn: parseKeywords,
  }
}

/** Different words, unordered. */
export function words(label: string): ColumnField<string[], string[]> {
  return {
    ...plain(label, [], z.array(z.string()), sameItems),
    tidy: (value) => [...new Set(value)].sort(),
  }
}

/** Editor HTML. The column `content` holds one of several formats and is not a field. */
export function body(label: string): Field<string> {
  const form = z.string().check(bodySize(label, (html) => ({ html })))
  return { label, empty: '', value: z.string(), form, tidy: same, equals: Object.is }
}

/** Editor HTML, null for a body that cannot be edited as one text. */
export function optionalBody(label: string): Field<string | null> {
  const value = z.nullable(z.string())
  const form = z.nullable(z.string().check(bodySize(label, (html) => ({ html }))))
  return { label, empty: '', value, form, tidy: same, equals: Object.is }
}

/** The body of a story in parts, null for a story in one text. Like a text, it is stored in `content`. */
export function storyParts(label: string): Field<StoryParts | null> {
  const value = z.nullable(z.custom<StoryParts>(isStoryParts))
  const form = value.check(bodySize(label, (parts) => parts))
  return { label, empty: null, value, form, tidy: same, equals: sameJson }
}

/** Editor HTML as an object, as the column holds it. */
export function htmlContent(label: string): Field<{ html: string }> {
  const value = z.object({ html: z.string() })
  const form = value.check(bodySize(label, (content) => content))
  const equals = (a: { html: string }, b: { html: string }) => a.html === b.html
  return { label, empty: { html: '' }, value, form, tidy: same, equals }
}

/**
 * Merges lists: mine, without what they removed, and what they added at its end. Null when they changed the order.
 * `private.merged_list` of the database does the same.
 */
export function mergeLists<Item>(isSame: (a: Item, b: Item) => boolean) {
  const without = (list: readonly Item[], others: readonly Item[]) =>
    list.filter((item) => !others.some((other) => isSame(item, other)))
  return (base: readonly Item[], theirs: readonly Item[], mine: readonly Item[]): Item[] | null => {
    const added = without(theirs, base)
    const removed = without(base, theirs)
    const [before, after] = [without(base, removed), without(theirs, added)]
    if (!before.every((item, index) => after[index] !== undefined && isSame(item, after[index]))) return null
    return [...without(mine, removed), ...without(added, mine)]
  }
}

const mergeWords = mergeLists<string>(Object.is)

/** Whether two lists have the same items in the same order. */
function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function same<Value>(value: Value): Value {
  return value
}
