import { forEachLimit } from '../for-each-limit.ts'

/**
 * Runs `work` for each item, at most `limit` at a time. After the first error none begins; rejects with it when those
 * that had begun are done.
 */
export async function runLimited<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  function* untilError(): Generator<T> {
    for (const item of items) {
      if (errors.length > 0) return
      yield item
    }
  }
  await forEachLimit(untilError(), limit, (item) =>
    work(item).catch((error: unknown) => void errors.push(error)),
  )
  if (errors.length > 0) throw errors[0]
}
