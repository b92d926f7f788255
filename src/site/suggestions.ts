export interface Suggestion {
  kind: 'title' | 'category'
  text: string
}

/** Maximum number of suggestions, and how many of them are reserved for categories. */
export const MAX_SUGGESTIONS = 5
const CATEGORIES_KEPT = 2

/** Matching titles and categories, at most `MAX_SUGGESTIONS`, without duplicates. */
export function suggestionsOf(
  text: string,
  titles: readonly string[],
  categories: readonly string[],
): Suggestion[] {
  const wanted = text.toLowerCase()
  const named = categories.filter((name) => name.toLowerCase().includes(wanted))
  const distinct = [...new Set(titles)].filter((title) => !named.includes(title))
  const room = MAX_SUGGESTIONS - Math.min(named.length, CATEGORIES_KEPT)
  return [
    ...distinct.slice(0, room).map((title) => ({ kind: 'title' as const, text: title })),
    ...named.map((name) => ({ kind: 'category' as const, text: name })),
  ].slice(0, MAX_SUGGESTIONS)
}
