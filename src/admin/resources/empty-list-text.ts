/** The text of a list without options: loading, failed, or none found. */
export function emptyListText(search: { isSearching: boolean; isError: boolean }, none: string): string {
  if (search.isSearching) return 'Searching…'
  return search.isError ? 'The search failed. Type again to try again.' : none
}
