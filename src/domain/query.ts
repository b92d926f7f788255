/**
 * The pattern that finds `text` anywhere, for `ilike`: lower-cased, its wildcards escaped. PostgREST reads every `*` of
 * a pattern as a wildcard and has no escape for it, so a typed asterisk stands for any one character.
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
 * A value for PostgREST's `or=`: any of the columns contains `text`. The user's text is always inside double quotes,
 * so that commas, brackets and quotes in it mean nothing. `columns` are names of ours, never a user's.
 */
export function orIlike(columns: readonly string[], text: string): string {
  const quoted = `"${likePattern(text).replace(/["\\]/g, '\\$&')}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
