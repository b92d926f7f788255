import { type Section, JOURNAL_TAGS, SECTIONS } from '../../magazine/sections.ts'
import { DEFAULT_LANGUAGE } from '../text/date-format.ts'

/** Rules of the sections, which src/magazine/sections.ts defines. */

export function sectionPath({ slug }: Section): string {
  return `/${slug}`
}

export function sectionAt(path: string): Section | null {
  return SECTIONS.find((section) => sectionPath(section) === path) ?? null
}

/** The text of a section without stories. */
export function emptyText({ kind }: Section): string {
  return `No articles found in this category${kind === 'hosting' || kind === 'guides' ? ' yet' : ''}.`
}

/** The line above the grid, for `count` articles listed and the chosen category (null: all). */
export function countLine({ kind, title }: Section, count: number, selected: string | null): string {
  const isCountedByCategory = kind === 'rooms' || kind === 'guides'
  return `${count} ${count === 1 ? 'article' : 'articles'} in ${(isCountedByCategory && selected) || title}`
}

/** The labels of a section's filter buttons, after All, given the names of its categories with articles; in a language's order. */
export function sectionButtons(
  { kind }: Section,
  present: readonly string[],
  language: string | null,
): string[] {
  if (kind === 'journal') return [...JOURNAL_TAGS]
  return kind === 'guides'
    ? present.toSorted((a, b) => a.localeCompare(b, language ?? DEFAULT_LANGUAGE))
    : [...present]
}

/** What tells the sections of a category. */
interface InSections {
  sections: readonly string[]
}

export function isInSection({ sections }: InSections, { slug }: Section): boolean {
  return sections.includes(slug)
}

/** The sections that list a category, in the order of the navigation. */
export function sectionsOf(category: InSections): Section[] {
  return SECTIONS.filter((section) => isInSection(category, section))
}
