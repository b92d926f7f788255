/** The list with the item at `from` standing at `to`; the same list when there is no such place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const [item] = items.slice(from, from + 1)
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
