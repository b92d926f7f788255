export interface Suggestion {
  kind: 'title' | 'category'
  text: string
}

/** Suggestions shown at most, and room kept for categories among them (reader spec §9). */
export const MAX_SUGGESTIONS = 5
const CATEGORIES_KEPT = 2

/** The titles found and the categories whose name contains `text`: up to five, none twice. */
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
