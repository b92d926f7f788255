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

/** The places of the first and of the last article on a page, from 1. */
export function placesOnPage(page: number, total: number): [first: number, last: number] {
  return [Math.min((page - 1) * BROWSE_PAGE_SIZE + 1, total), Math.min(page * BROWSE_PAGE_SIZE, total)]
}
