import * as z from 'zod/mini'
import type { Calendar } from '../text/calendar.ts'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import type { DateFormat } from '../text/date-format.ts'
import { body, optionalText, reference, references, text } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { articleFields } from './article.ts'

/** The seasons of the northern hemisphere: three months each, from March on. */
const SEASONS = ['Spring', 'Summer', 'Autumn', 'Winter'] as const

/** The present moment, and the zone and the language in which its day is written. */
export interface Today {
  now: () => Date
  calendar: Calendar
}

const dateFormat =
  (format: DateFormat) =>
  ({ now, calendar }: Today) =>
    calendar.format(now().toISOString(), format)

const VALUES = {
  date: dateFormat('longDate'),
  weekday: dateFormat('weekday'),
  month: dateFormat('month'),
  season: ({ now, calendar }: Today) =>
    SEASONS[Math.floor(((calendar.localTime(now().toISOString()).month + 9) % 12) / 3)] ?? '',
  year: dateFormat('year'),
} as const satisfies Record<string, (today: Today) => string>

/** The words allowed in braces in a title pattern. */
export const PLACEHOLDERS = Object.keys(VALUES) as (keyof typeof VALUES)[]

const BRACED = /\{([^{}]*)\}/g

function valueOf(word: string): ((today: Today) => string) | undefined {
  const name = PLACEHOLDERS.find((known) => known === word.trim().toLowerCase())
  return name === undefined ? undefined : VALUES[name]
}

/**
 * The title that a pattern gives on a day: `{date}` 3 May 2026, `{weekday}` Sunday, `{month}` May,
 * `{season}` Spring, `{year}` 2026. What is no placeholder stays as it is.
 */
export function resolveTitle(pattern: string, today: Today): string {
  return pattern.replace(BRACED, (braced, word: string) => valueOf(word)?.(today) ?? braced).trim()
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
    credits: articleFields.credits,
    category_id: reference('Category'),
    tag_ids: references('Tags'),
    opening: articleFields.opening,
    facts: articleFields.facts,
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
  credits: true,
  opening: true,
  facts: true,
  version: true,
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>
