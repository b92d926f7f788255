/** What the sessions of both engines have in common. */

/** As on a hosted project: extensions are found without their schema's name. */
export const SEARCH_PATH = '"$user", public, extensions'

/** PostgreSQL's numbers of types. */
export const TYPES = {
  int8: 20,
  json: 114,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  timetz: 1266,
  numeric: 1700,
  jsonb: 3802,
} as const

/** PostgreSQL's `2026-11-21 03:20:12.7+00` as PostgREST writes it: `2026-11-21T03:20:12.7+00:00`. */
export function toIsoTime(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}
