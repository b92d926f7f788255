const collator = new Intl.Collator('en')

/** The order of a list for readers; texts that read the same keep one order too. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
