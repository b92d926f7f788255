import { foldText } from '../../domain/text/fold-text.ts'

export interface Suggestion {
  kind: 'title' | 'category'
  text: string
}

/** Maximum number of suggestions, and how many of them are reserved for categories. */
export const MAX_SUGGESTIONS = 5
const RESERVED_FOR_CATEGORIES = 2

/** Matching titles and categories, at most `MAX_SUGGESTIONS`, without duplicates. */
export function suggestionsOf(
  text: string,
  titles: readonly string[],
  categories: readonly string[],
): Suggestion[] {
  const wanted = foldText(text)
  const matchingCategories = categories.filter((name) => foldText(name).includes(wanted))
  const otherTitles = [...new Set(titles)].filter((title) => !matchingCategories.includes(title))
  const maxTitles = MAX_SUGGESTIONS - Math.min(matchingCategories.length, RESERVED_FOR_CATEGORIES)
  return [
    ...otherTitles.slice(0, maxTitles).map((title) => ({ kind: 'title' as const, text: title })),
    ...matchingCategories.map((name) => ({ kind: 'category' as const, text: name })),
  ].slice(0, MAX_SUGGESTIONS)
}
