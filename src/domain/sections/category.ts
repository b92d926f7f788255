import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { name, optionalText, text, words } from '../rows/field.ts'
import { idSchema, timestampSchema } from '../rows/row.ts'
import { slugify } from './slug.ts'

export const DEFAULT_CATEGORY_COLOR = '#6366f1'

const color = z.regex(/^#[0-9a-f]{6}$/i, `Enter a colour such as ${DEFAULT_CATEGORY_COLOR}`)

export const categoryType = new ContentType({
  fields: {
    name: name(),
    description: optionalText({ label: 'Description', max: 2000 }),
    color: {
      ...text({ label: 'Colour', max: 7, checks: [color] }),
      empty: DEFAULT_CATEGORY_COLOR,
      column: z.string().check(color),
      tidy: (value: string) => value.trim().toLowerCase(),
    },
    /** Slugs of the sections that list its stories. */
    sections: words('Sections'),
  },
  columns: { id: idSchema, slug: z.string(), created_at: timestampSchema, updated_at: timestampSchema },
})

export const categorySchema = categoryType.row
export type Category = z.infer<typeof categorySchema>
export type CategoryForm = FormOf<typeof categoryType.fields>

/** Columns to save; the slug follows the name. */
export function categoryValues(form: CategoryForm) {
  return { ...categoryType.columnsOf(form), slug: slugify(form.name) }
}
