import { createHash } from 'node:crypto'

/**
 * The id of the row that is made of an item: the same at each import of it, so that a second import finds the row. A UUID of
 * version 8, which is for values of one's own; version 5 marks the demo content. `source`: the old site.
 */
export function importedId(source: string, kind: string, key: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([source, kind, key]))
    .digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}
