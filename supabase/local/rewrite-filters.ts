/** `like."…"`, `ilike."…"` and their negations; inside the quotes a backslash keeps the next sign. */
const QUOTED_PATTERN = /\.(i?like)\.("(?:[^"\\]|\\[^])*")/g

/**
 * The filters of a request as the API server understands them.
 *
 * It takes the quotes of a quoted pattern for a part of the pattern, but reads a list of one quoted pattern rightly. So
 * `title.ilike."%a, b%"` becomes `title.ilike(any).{"%a, b%"}`, which means the same. Only of a quotation mark inside a
 * pattern it loses count when another condition follows: such a pattern becomes a regular expression, in which signs
 * can be written as numbers.
 *
 * Of several `or=` it asks for any condition of any of them, PostgREST for one condition of each: they become
 * `and=(or(…),or(…))`.
 */
export function readableFilters(request: Request, url: URL): Request {
  const changed = new URL(url)
  for (const name of ['or', 'and', 'not.or', 'not.and']) {
    const values = url.searchParams.getAll(name)
    changed.searchParams.delete(name)
    for (const value of values) changed.searchParams.append(name, value.replace(QUOTED_PATTERN, listOfOne))
  }
  const choices = changed.searchParams.getAll('or')
  if (choices.length > 1) {
    changed.searchParams.delete('or')
    changed.searchParams.append('and', `(${choices.map((choice) => `or${choice}`).join(',')})`)
  }
  return changed.search === url.search ? request : new Request(changed, request)
}

function listOfOne(_: string, operator: string, quoted: string): string {
  if (!quoted.includes('\\"')) return `.${operator}(any).{${quoted}}`
  const pattern = quoted.slice(1, -1).replace(/\\([^])/g, '$1')
  return `.${operator === 'ilike' ? 'imatch' : 'match'}(any).{"^${regexOf(pattern)}$"}`
}

/** The regular expression of a LIKE pattern, for use inside quotes: every sign but letters and digits is a number. */
function regexOf(pattern: string): string {
  return pattern.replace(/\\([^])|[^]/g, (sign: string, escaped?: string) => {
    if (sign === '%') return '.*'
    if (sign === '_') return '.'
    const literal = escaped ?? sign
    if (literal > '\x7f' || /[a-z0-9]/i.test(literal)) return literal
    return `\\\\u${literal.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
