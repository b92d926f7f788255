/** Stories that a page shows of a list before a reader goes on. */
export const PAGE_SIZE = 24

/** The part that a page goes on with; each part leads to the next older one. */
export const FIRST_CHUNK = 'newest'

/** The name of a list in addresses: of a page by its path, or of one filter button of it. */
export function listName(path: string, button: string | null = null): string {
  return [...path.split('/').slice(1), ...(button === null ? [] : [button])].join('.')
}

export function listChunkPath(name: string, part: string): string {
  return `/lists/${name}/${part}`
}
