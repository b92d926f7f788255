/**
 * A lookup by key that reads the keys of one turn of the event loop together, with one call of `read`. A key without a
 * value has null; rejects when `read` does.
 */
export function batched<Value>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | null> {
  let batch: { keys: Set<string>; values: Promise<ReadonlyMap<string, Value>> } | null = null

  function openBatch() {
    const keys = new Set<string>()
    const values = new Promise((resolve) => setTimeout(resolve)).then(() => {
      batch = null
      return read([...keys])
    })
    return { keys, values }
  }

  return async (key) => {
    batch ??= openBatch()
    batch.keys.add(key)
    return (await batch.values).get(key) ?? null
  }
}
