import * as z from 'zod/mini'
import { type FormOf, ContentType } from './content-type.ts'
import { name, optionalText, text } from './field.ts'
import { idSchema, timestampSchema } from './row.ts'
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

/**
 * A category page of the site.
 *
 * `kind` says what its filter buttons are: 'journal' fixed buttons that do not narrow the list; the others All plus the
 * categories present. 'hosting' and 'guides': an empty list links to /browse; 'guides' also offers to clear the filter
 * and sorts its buttons.
 */
export interface Section {
  path: string
  title: string
  kind: 'journal' | 'rooms' | 'hosting' | 'guides'
  /** Names of the categories whose articles the page lists. */
  categories: readonly string[]
  description: string
  emptyText: string
  /** The line above the grid, for `count` articles listed and the chosen category (null: all). */
  countLine: (count: number, selected: string | null) => string
}

function defineSection(section: Omit<Section, 'emptyText' | 'countLine'>): Section {
  const { kind, title } = section
  const isCountedByCategory = kind === 'rooms' || kind === 'guides'
  const yet = kind === 'hosting' || kind === 'guides' ? ' yet' : ''
  return {
    ...section,
    emptyText: `No articles found in this category${yet}.`,
    countLine: (count, selected) =>
      `${count} ${count === 1 ? 'article' : 'articles'} in ${(isCountedByCategory && selected) || title}`,
  }
}

const DESIGN_JOURNAL = defineSection({
  path: '/design-journal',
  title: 'Design Journal',
  kind: 'journal',
  categories: ['Design Journal'],
  description:
    'Notebook entries on how homes are thought about, here and elsewhere, before anyone picks up a brush.',
})

const LIVING_SPACES = defineSection({
  path: '/living-spaces',
  title: 'Living Spaces',
  kind: 'rooms',
  categories: [
    'Interior Design',
    'Kitchen Design',
    'Bathroom Design',
    'Small Spaces',
    'Open Concept',
    'Creative Spaces',
  ],
  description:
    'Rooms as the people in them use them: what was moved, what was kept, and what the light made of it.',
})

const WELLNESS_LIFESTYLE = defineSection({
  path: '/wellness-lifestyle',
  title: 'Wellness & Lifestyle',
  kind: 'rooms',
  categories: [
    'Wellness Design',
    'Plant Design',
    'Food & Design',
    'Personal Stories',
    'Moving & Life',
    'Cultural Design',
  ],
  description:
    'Sleep, supper, seedlings and the day the van came: the part of a home that no floor plan shows.',
})

const ENTERTAINMENT_HOSTING = defineSection({
  path: '/entertainment-hosting',
  title: 'Entertainment & Hosting',
  kind: 'hosting',
  categories: ['Lifestyle', 'Entertaining Style', 'Party Design', 'Gaming Spaces', 'Guest Design'],
  description:
    'For the evenings when the doorbell rings: long tables, short notice, and somewhere to put the coats.',
})

const GUIDES_TIPS = defineSection({
  path: '/guides-tips',
  title: 'Guides & Tips',
  kind: 'guides',
  categories: [
    'Furniture Guide',
    'Budget Design',
    'Texture & Materials',
    'Lighting Design',
    'Moving & Setup',
    'Entertaining Style',
    'Party Design',
    'Gaming Spaces',
    'Guest Design',
    'Pet-Friendly Design',
  ],
  description:
    'Things we learned by getting them wrong first, written down so that you can get other things wrong.',
})

/** The five category pages, in the order of the navigation. */
export const SECTIONS: readonly Section[] = [
  DESIGN_JOURNAL,
  LIVING_SPACES,
  WELLNESS_LIFESTYLE,
  ENTERTAINMENT_HOSTING,
  GUIDES_TIPS,
]

/** The sections of the home page, in its order. */
export const HOME_SECTIONS: readonly Section[] = [
  LIVING_SPACES,
  WELLNESS_LIFESTYLE,
  DESIGN_JOURNAL,
  ENTERTAINMENT_HOSTING,
]

/** Tags of the Design Journal's filter buttons, which move their stories to the front. */
export const JOURNAL_TAGS: readonly string[] = [
  'Indoor/Outdoor Living',
  'Wellness Spaces',
  'Furniture & Objects',
  'Cultural Design',
]

/** The labels of a section's filter buttons, after All, given the category names of its articles. */
export function sectionButtons(section: Section, present: Iterable<string>): string[] {
  if (section.kind === 'journal') return [...JOURNAL_TAGS]
  const names = new Set(present)
  const shown = section.categories.filter((name) => names.has(name))
  return section.kind === 'guides' ? shown.toSorted((a, b) => a.localeCompare(b, 'en')) : shown
}

/** The category pages that list this category; none, one or two. */
export function sectionsOfCategory(name: string): Section[] {
  return SECTIONS.filter((section) => section.categories.includes(name))
}

/** The first category page that lists this category, or null. */
export function sectionOfCategory(name: string): Section | null {
  return sectionsOfCategory(name)[0] ?? null
}
