import type { LucideIcon } from 'lucide-react'
import { displayStatus } from '../../../domain/article.ts'
import type { FoundArticle } from '../../data/article-search.ts'
import type { NavItem } from './nav-items.ts'

export type PaletteEntry =
  | { kind: 'screen'; id: string; label: string; to: NavItem['to']; icon: LucideIcon }
  | { kind: 'article'; id: string; label: string; detail: string }

/** What the palette offers: screens whose name holds the text, then the articles found; without a text, screens only. */
export function paletteEntries(
  screens: readonly NavItem[],
  articles: readonly FoundArticle[],
  text: string,
): PaletteEntry[] {
  const wanted = text.trim().toLowerCase()
  return [
    ...screens
      .filter(({ label }) => label.toLowerCase().includes(wanted))
      .map(({ id, label, to, icon }) => ({ kind: 'screen' as const, id, label, to, icon })),
    ...(wanted === '' ? [] : articles).map((article) => ({
      kind: 'article' as const,
      id: article.id,
      label: article.title,
      detail: displayStatus(article, new Date()),
    })),
  ]
}
