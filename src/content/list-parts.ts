/** Stories that a page shows of a list before a reader goes on. */
export const SHOWN = 24
const PART = 24

/**
 * A long list goes on in parts of 24 that the page loads as a reader comes near its end. They are counted from the
 * oldest story, so that a new one changes the last part and no other.
 */
export function partCount(count: number): number {
  return Math.ceil(count / PART)
}

/** Where part `part` of a list of `count` stories begins and ends in it, newest first. */
export function partRange(count: number, part: number): [start: number, end: number] {
  const end = count - (part - 1) * PART
  return [Math.max(0, end - PART), Math.max(0, end)]
}

/** The part that holds the story after the newest `shown` of `count`; 0 when there is none. */
export function nextPart(count: number, shown: number): number {
  return partCount(Math.max(0, count - shown))
}

/** The name of a list in addresses: of a page by its path, or of one filter button of it. */
export function listName(path: string, button: string | null = null): string {
  return [...path.split('/').slice(1), ...(button === null ? [] : [button])].join('.')
}

export function listPartPath(name: string, part: number): string {
  return `/lists/${name}/${part}`
}
