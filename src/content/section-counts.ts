import { type Section, sectionButtons } from '../domain/category.ts'
import type { ArticleCard } from './types.ts'

/** Counts over all articles of a section. */
export interface SectionCounts {
  total: number
  /** Labels of the filter buttons after All. */
  buttons: string[]
  /** Articles per button; in the Design Journal a button counts the articles with the tag of its name. */
  counts: Record<string, number>
}

/** The filter buttons that show a story, by name: its tags in the Design Journal, else its category. */
export function buttonNames({ kind }: Section, { category, tags }: ArticleCard): string[] {
  return kind === 'journal' ? tags : [category?.name ?? '']
}

export function sectionCounts(section: Section, cards: readonly ArticleCard[]): SectionCounts {
  const found = new Map<string, number>()
  for (const card of cards) {
    for (const name of buttonNames(section, card)) {
      found.set(name, (found.get(name) ?? 0) + 1)
    }
  }
  const buttons = sectionButtons(section, found.keys())
  const counts = Object.fromEntries(buttons.map((name) => [name, found.get(name) ?? 0]))
  return { total: cards.length, buttons, counts }
}
