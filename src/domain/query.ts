/**
 * An `ilike` pattern for `text` anywhere: lower-cased, wildcards escaped. PostgREST reads every `*` as a wildcard and
 * cannot escape it, so an asterisk matches any one character.
 */
export function likePattern(text: string): string {
  const literal = text
    .toLowerCase()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '_')
  return `%${literal}%`
}

/**
 * A PostgREST `or=` value: any of the columns contains `text`. User text is always double-quoted. `columns` must be
 * trusted names.
 */
export function orIlike(columns: readonly string[], text: string): string {
  const quoted = `"${likePattern(text).replace(/["\\]/g, '\\$&')}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
