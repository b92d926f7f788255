import * as z from 'zod/mini'
import { type FormOf, ContentType } from '../rows/content-type.ts'
import { choice, flag, optionalText, orEmpty, plain, slug, text } from '../rows/field.ts'
import { idSchema } from '../rows/row.ts'
import { DEFAULT_LANGUAGE } from '../text/date-format.ts'
import { hexSchema, parseHex } from '../theme/theme.ts'
import { slugify } from './slug.ts'

/** Tags that are filter buttons of one section. */
export const MAX_BUTTON_TAGS = 24

const tagNames = z
  .array(z.string())
  .check(z.maxLength(MAX_BUTTON_TAGS, `At most ${MAX_BUTTON_TAGS} tags can be buttons`))

/**
 * A section: a page of the site that lists the stories of some categories. Which ones is chosen in each category's dialog.
 */
export const sectionType = new ContentType({
  fields: {
    title: text({ label: 'Title', max: 120, required: true }),
    /** Its address without the slash, made of the title where it is left empty; categories are stored with it. */
    slug: slug({ label: 'Address', max: 100 }),
    description: text({ label: 'Description', max: 500 }),
    /** Buttons of categories show the stories of one; buttons of tags move the stories with one to the front. */
    buttons: choice('Filter Buttons', ['categories', 'tags'], 'categories'),
    /** The names of the tags, in the order of their buttons. */
    button_tags: plain<string[]>('Tags', [], tagNames, (a, b) => a.join('\n') === b.join('\n')),
    button_order: choice('Order of the Buttons', ['added', 'alphabetical'], 'added'),
    /** What the line with the number of stories names: always the section, or the chosen category. */
    count_names: choice('Number of Stories', ['section', 'category'], 'category'),
    /** Offered where the list is empty: no link, a link to all stories, or that and a button that ends the filter. */
    empty_links: choice('Empty List', ['none', 'browse', 'browse and all'], 'none'),
    in_navigation: { ...flag('In the Navigation'), empty: true },
    /** A colour as #rrggbb, of which its titles, links and marks are made (sectionColours); null: they have the magazine's. */
    accent: {
      ...optionalText({
        label: 'Accent',
        max: 7,
        checks: [orEmpty((value) => parseHex(value) !== null, 'A colour has six digits, such as #2f6b3c')],
      }),
      column: z.nullable(hexSchema),
      tidy: (value: string) => parseHex(value) ?? value.trim(),
    },
  },
  columns: {
    id: idSchema,
    /** Its place among the sections. */
    position: z.int(),
    /** Its place on the standard home page; null: it is not there. */
    home_position: z.nullable(z.int()),
    version: z.int(),
  },
})

/** A section as the editors have it. */
export type SectionRow = z.infer<typeof sectionType.row>
export type SectionForm = FormOf<typeof sectionType.fields>

/** A section as readers see it. */
export const sectionSchema = z.omit(sectionType.row, { version: true })
export type Section = z.infer<typeof sectionSchema>

/** A section that can be saved. */
export const sectionFormSchema = sectionType.form.check(
  z.refine(({ slug: address, title }) => address !== '' || slugify(title) !== '', {
    path: ['slug'],
    error: 'Type an address: none can be made of the title',
  }),
)

/** The columns to save. */
export function sectionValues(form: SectionForm) {
  const values = sectionType.columnsOf(form)
  return { ...values, slug: values.slug || slugify(values.title) }
}

export function sectionPath({ slug: address }: Pick<Section, 'slug'>): string {
  return `/${address}`
}

/** The labels of a section's filter buttons, after All, given the names of its categories with articles; in a language's order. */
export function sectionButtons(
  { buttons, button_tags, button_order }: Pick<Section, 'buttons' | 'button_tags' | 'button_order'>,
  present: readonly string[],
  language: string | null,
): string[] {
  if (buttons === 'tags') return [...button_tags]
  return button_order === 'alphabetical'
    ? present.toSorted((a, b) => a.localeCompare(b, language ?? DEFAULT_LANGUAGE))
    : [...present]
}

/** What tells the sections of a category. */
interface InSections {
  sections: readonly string[]
}

export function isInSection({ sections }: InSections, { slug: address }: Pick<Section, 'slug'>): boolean {
  return sections.includes(address)
}

/** The sections of a magazine. */
export class Sections {
  /** In their order. A category in several sections belongs to the first of them. */
  readonly all: readonly Section[]

  constructor(rows: Iterable<Section>) {
    this.all = [...rows].sort((a, b) => a.position - b.position || (a.slug < b.slug ? -1 : 1))
  }

  /** The sections on the standard home page, in its order. */
  get onHome(): Section[] {
    return this.all
      .filter(({ home_position }) => home_position !== null)
      .sort((a, b) => (a.home_position ?? 0) - (b.home_position ?? 0))
  }

  at(path: string): Section | null {
    return this.all.find((section) => sectionPath(section) === path) ?? null
  }

  /** The sections that list a category. */
  of(category: InSections): Section[] {
    return this.all.filter((section) => isInSection(category, section))
  }
}
