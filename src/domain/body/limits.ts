/** Levels of objects and arrays within each other in a body. The database has the same limit (private.max_json_depth). */
export const MAX_CONTENT_DEPTH = 100

/** Whether a JSON value has more levels of objects and arrays than `depth`. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(part, depth - 1))
}
