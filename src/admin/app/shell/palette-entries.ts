import { type LucideIcon, Newspaper } from 'lucide-react'
import { ARTICLE_STATE_LABELS, articleState } from '../../../domain/story/article-state.ts'
import { filterByText } from '../../../domain/text/text-search.ts'
import type { FoundArticle } from '../../story/articles.ts'

export interface PaletteEntry {
  id: string
  label: string
  /** Other words that find it. */
  words?: string | undefined
  /** A status, an address or a role, at the right. */
  detail?: string | null
  icon: LucideIcon
  onAction: () => void
}

/** The entries that the text finds, by their label or another word. */
export function entriesLike(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  return filterByText(entries, ({ label, words = '' }) => `${label} ${words}`, text)
}

export function articleEntries(
  articles: readonly FoundArticle[],
  open: (id: string) => void,
  now: Date,
): PaletteEntry[] {
  return articles.map((article) => ({
    id: article.id,
    label: article.title,
    detail: ARTICLE_STATE_LABELS[articleState(article, now)],
    icon: Newspaper,
    onAction: () => open(article.id),
  }))
}
