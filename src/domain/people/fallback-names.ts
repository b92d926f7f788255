/** Names shown for an article without category or author. */
export const UNCATEGORIZED = 'Uncategorized'
export const UNKNOWN_AUTHOR = 'Unknown Author'
