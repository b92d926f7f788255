import { Newspaper, type LucideIcon } from 'lucide-react'
import { displayStatus } from '../../../domain/article.ts'
import type { FoundArticle } from '../../data/article-search.ts'

/** One line of the palette: what it is called and what happens when it is chosen. */
export interface PaletteEntry {
  id: string
  label: string
  detail?: string
  icon: LucideIcon
  choose: () => void
}

export interface PaletteGroup {
  title: string
  entries: PaletteEntry[]
}

/** The screens or actions whose name holds the text. */
export function named<Entry extends { label: string }>(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(({ label }) => label.toLowerCase().includes(wanted))
}

export function articleEntries(
  articles: readonly FoundArticle[],
  open: (id: string) => void,
  now: Date,
): PaletteEntry[] {
  return articles.map((article) => ({
    id: article.id,
    label: article.title,
    detail: displayStatus(article, now),
    icon: Newspaper,
    choose: () => open(article.id),
  }))
}

/** The groups that have entries, and all entries in the order in which the arrow keys walk them. */
export function arrange(groups: readonly PaletteGroup[]): {
  groups: PaletteGroup[]
  entries: PaletteEntry[]
} {
  const filled = groups.filter(({ entries }) => entries.length > 0)
  return { groups: filled, entries: filled.flatMap(({ entries }) => entries) }
}
