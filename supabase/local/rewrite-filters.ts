/** `like."…"`, `ilike."…"` and their negations; inside the quotes a backslash escapes the next character. */
const QUOTED_PATTERN = /\.(i?like)\.("(?:[^"\\]|\\[^])*")/g

/**
 * Rewrites the filters of a request that lite parses differently from PostgREST.
 *
 * Lite takes the quotes of a quoted pattern as part of the pattern, but parses a list of one quoted pattern correctly:
 * `title.ilike."%a, b%"` becomes `title.ilike(any).{"%a, b%"}`, which means the same. It still fails on an escaped
 * quotation mark when another condition follows: such a pattern becomes a regular expression with numeric escapes.
 *
 * Lite joins several `or=` with OR, PostgREST with AND: they become `and=(or(…),or(…))`.
 */
export function rewriteFilters(request: Request, url: URL): Request {
  const changed = new URL(url)
  for (const name of ['or', 'and', 'not.or', 'not.and']) {
    const values = url.searchParams.getAll(name)
    changed.searchParams.delete(name)
    for (const value of values) changed.searchParams.append(name, value.replace(QUOTED_PATTERN, asListOfOne))
  }
  const choices = changed.searchParams.getAll('or')
  if (choices.length > 1) {
    changed.searchParams.delete('or')
    changed.searchParams.append('and', `(${choices.map((choice) => `or${choice}`).join(',')})`)
  }
  const rewritten = changed.search === url.search ? request : new Request(changed, request)
  // Undoes what it counted in a rate limit; a hosted project does not take it.
  const prefer = request.headers.get('prefer')
  if (prefer === null || !/tx\s*=/i.test(prefer)) return rewritten
  const headers = new Headers(request.headers)
  headers.set('prefer', prefer.replace(/(^|,)\s*tx\s*=[^,]*/gi, ''))
  return new Request(rewritten, { headers })
}

function asListOfOne(_: string, operator: string, quoted: string): string {
  if (!quoted.includes('\\"')) return `.${operator}(any).{${quoted}}`
  const pattern = quoted.slice(1, -1).replace(/\\([^])/g, '$1')
  return `.${operator === 'ilike' ? 'imatch' : 'match'}(any).{"^${regexOf(pattern)}$"}`
}

/** A LIKE pattern as a regular expression for use inside quotes: all but letters and digits are numeric escapes. */
function regexOf(pattern: string): string {
  return pattern.replace(/\\([^])|[^]/g, (character: string, escaped?: string) => {
    if (character === '%') return '.*'
    if (character === '_') return '.'
    const literal = escaped ?? character
    if (literal > '\x7f' || /[a-z0-9]/i.test(literal)) return literal
    return `\\\\u${literal.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
