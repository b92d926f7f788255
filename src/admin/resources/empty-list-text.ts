/** What a list without options says: that they are looked for, that they could not be had, or that there are none. */
export function emptyListText(search: { isSearching: boolean; isError: boolean }, none: string): string {
  if (search.isSearching) return 'Searching…'
  return search.isError ? 'The search failed. Type again to try again.' : none
}
