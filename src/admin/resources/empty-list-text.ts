/** The text of a list without options: loading, failed, or none found. */
export function emptyListText(
  search: { isSearching: boolean; isLoadingError: boolean },
  none: string,
): string {
  if (search.isSearching) return 'Searching…'
  return search.isLoadingError ? 'The search failed. Type again to try again.' : none
}
