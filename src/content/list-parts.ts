/** Stories that a page shows of a list before a reader goes on. */
export const SHOWN = 24

/** The part that a page goes on with; each part leads to the next older one. */
export const NEWEST = 'newest'

/** The name of a list in addresses: of a page by its path, or of one filter button of it. */
export function listName(path: string, button: string | null = null): string {
  return [...path.split('/').slice(1), ...(button === null ? [] : [button])].join('.')
}

export function listPartPath(name: string, part: string): string {
  return `/lists/${name}/${part}`
}
