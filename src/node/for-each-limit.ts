/**
 * Runs `work` for each item, at most `limit` at a time. After the first error no other begins; rejects with that error once
 * the running ones have ended.
 */
export async function forEachLimit<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      await work(next.value).catch((error: unknown) => errors.push(error))
      if (errors.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  if (errors.length > 0) throw errors[0]
}
