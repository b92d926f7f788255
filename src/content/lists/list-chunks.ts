/** Stories of a list that its page shows; the rest is loaded in chunks. */
export const LIST_PAGE_SIZE = 24

/** The name of the first chunk, which continues the list of the page; each chunk names the next older one. */
export const FIRST_CHUNK = 'newest'

/** The name of a list in addresses: of a page by its path, or of one filter button of it. */
export function listName(path: string, button: string | null = null): string {
  return [...path.split('/').slice(1), ...(button === null ? [] : [button])].join('.')
}

export function listChunkPath(list: string, chunk: string): string {
  return `/lists/${list}/${chunk}`
}
