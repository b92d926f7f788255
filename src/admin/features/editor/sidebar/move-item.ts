/** A copy of the list with an item moved; the same list when an index is out of range. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1)
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
