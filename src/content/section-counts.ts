import { sectionButtons } from '../domain/category.ts'
import type { Section } from '../domain/category.ts'
import type { ArticleCard } from './types.ts'

/** What a section page needs to know of all of its articles. */
export interface SectionCounts {
  total: number
  /** Labels of the filter buttons after All. */
  buttons: string[]
  /** Articles per button; in the Design Journal a button counts the articles with the tag of its name. */
  counts: Record<string, number>
}

export function sectionCounts(section: Section, cards: readonly ArticleCard[]): SectionCounts {
  const found = new Map<string, number>()
  for (const { category, tags } of cards) {
    for (const name of section.kind === 'journal' ? tags : [category?.name ?? '']) {
      found.set(name, (found.get(name) ?? 0) + 1)
    }
  }
  const buttons = sectionButtons(section, found.keys())
  const counts = Object.fromEntries(buttons.map((name) => [name, found.get(name) ?? 0]))
  return { total: cards.length, buttons, counts }
}
