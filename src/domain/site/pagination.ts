/** Articles on one page of /browse. */
export const BROWSE_PAGE_SIZE = 12

/** The page numbers to show: first, last, and the current one with two on either side; null stands for an ellipsis. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const numbers: (number | null)[] = []
  for (let page = 1; page <= last; page += 1) {
    if (page === 1 || page === last || Math.abs(page - current) <= 2) numbers.push(page)
    else if (numbers.at(-1) !== null) numbers.push(null)
  }
  return numbers
}

/** The number of the last page of a list of `total` articles; an empty list has one page. */
export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / BROWSE_PAGE_SIZE))
}

/** 'Showing X-Y of N articles'. */
export function showingLabel(page: number, total: number): string {
  const first = Math.min((page - 1) * BROWSE_PAGE_SIZE + 1, total)
  return `Showing ${first}-${Math.min(page * BROWSE_PAGE_SIZE, total)} of ${total} articles`
}
