import * as z from 'zod/mini'
import { type FormOf, ContentType } from './content-type.ts'
import { articleFields } from './article.ts'
import { body, optionalText, reference, references, text } from './field.ts'
import { idSchema, timestampSchema } from './row.ts'

/** The seasons of the northern hemisphere: three months each, from March on. */
const SEASONS = ['Spring', 'Summer', 'Autumn', 'Winter'] as const

/** Formats a local date in English. */
const dateFormat = (options: Intl.DateTimeFormatOptions) => (at: Date) =>
  at.toLocaleDateString('en-GB', options)

const VALUES = {
  date: dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
  weekday: dateFormat({ weekday: 'long' }),
  month: dateFormat({ month: 'long' }),
  season: (at: Date) => SEASONS[Math.floor(((at.getMonth() + 10) % 12) / 3)] ?? '',
  year: dateFormat({ year: 'numeric' }),
} as const satisfies Record<string, (at: Date) => string>

/** The words that may stand in braces in a title pattern. */
export const PLACEHOLDERS = Object.keys(VALUES) as (keyof typeof VALUES)[]

const BRACED = /\{([^{}]*)\}/g

function valueOf(word: string): ((at: Date) => string) | undefined {
  const name = PLACEHOLDERS.find((known) => known === word.trim().toLowerCase())
  return name === undefined ? undefined : VALUES[name]
}

/**
 * The title that a pattern gives on a day (its local date): `{date}` 3 May 2026, `{weekday}` Sunday, `{month}` May,
 * `{season}` Spring, `{year}` 2026. What is no placeholder stays as it is.
 */
export function resolveTitle(pattern: string, at: Date): string {
  return pattern.replace(BRACED, (braced, word: string) => valueOf(word)?.(at) ?? braced).trim()
}

/** The words in braces that are no placeholders, each once, as they were typed. */
export function unknownPlaceholders(pattern: string): string[] {
  const words = [...pattern.matchAll(BRACED)].map(([, word = '']) => word)
  return [...new Set(words.filter((word) => valueOf(word) === undefined))]
}

/** A starting point for stories. `content` has the form of an article's; `version` increases with every save. */
export const templateType = new ContentType({
  fields: {
    name: text({ label: 'Name', max: 120, required: true }),
    description: optionalText({ label: 'Description', max: 500 }),
    title_pattern: text({
      label: 'Title',
      max: 300,
      checks: [
        z.refine((pattern) => unknownPlaceholders(pattern).length === 0, {
          error: ({ input }) =>
            `{${unknownPlaceholders(input as string)[0] ?? ''}} is not one of the words that are filled in`,
        }),
      ],
    }),
    standfirst: articleFields.standfirst,
    html: body('Content'),
    excerpt: articleFields.excerpt,
    category_id: reference('Category'),
    tag_ids: references('Tags'),
  },
  columns: {
    id: idSchema,
    content: z.unknown(),
    tag_ids: z.array(idSchema),
    updated_at: timestampSchema,
    version: z.int(),
  },
})

export const templateSchema = templateType.row
export type Template = z.infer<typeof templateSchema>
export type TemplateForm = FormOf<typeof templateType.fields>

/** The columns of a template for lists and menus. */
export const templateSummarySchema = z.omit(templateSchema, {
  standfirst: true,
  content: true,
  excerpt: true,
  version: true,
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>
