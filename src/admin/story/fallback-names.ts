/** Names that the admin shows for a story without category or author. */
export const UNCATEGORIZED = 'Uncategorized'
export const UNKNOWN_AUTHOR = 'Unknown Author'
