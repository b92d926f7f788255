/** What readers see for an article without a category, and where it has no author. */
export const UNCATEGORIZED = 'Uncategorized'
export const UNKNOWN_AUTHOR = 'Unknown Author'
