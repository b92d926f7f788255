/** A quoted text, inside which a backslash escapes the next character. */
const QUOTED = /"(?:[^"\\]|\\[^])*"/g
/** `like."…"`, `ilike."…"` and their negations. */
const QUOTED_PATTERN = /\.(i?like)\.("[^"]*")/g
/** What an escaped quotation mark and backslash are while lite parses the query: private characters without a meaning. */
const MASKS: Readonly<Record<string, string>> = { '"': '\u{10fffc}', '\\': '\u{10fffd}' }

/**
 * Rewrites the filters of a request that lite parses differently from PostgREST.
 *
 * Lite takes the quotes of a quoted pattern as part of the pattern, but parses a list of one quoted pattern correctly:
 * `title.ilike."%a, b%"` becomes `title.ilike(any).{"%a, b%"}`, which means the same.
 *
 * Lite ends a quoted text at an escaped quotation mark: escaped characters are masked, until `unmasked` restores them.
 *
 * Lite joins several `or=` with OR, PostgREST with AND: they become `and=(or(…),or(…))`.
 */
export function rewriteFilters(request: Request, url: URL): Request {
  const changed = new URL(url)
  for (const name of ['or', 'and', 'not.or', 'not.and']) {
    const values = url.searchParams.getAll(name)
    changed.searchParams.delete(name)
    for (const value of values)
      changed.searchParams.append(
        name,
        value.replace(QUOTED, masked).replace(QUOTED_PATTERN, '.$1(any).{$2}'),
      )
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

function masked(quoted: string): string {
  return quoted.replace(/\\([^])/g, (_, character: string) => MASKS[character] ?? character)
}

/** The same part of a parsed query with the characters that `rewriteFilters` has masked. */
export function unmasked<Part>(part: Part): Part {
  return mapTexts(part, (text) =>
    text.replace(/[\u{10fffc}\u{10fffd}]/gu, (mask) => (mask === MASKS['"'] ? '"' : '\\')),
  ) as Part
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
}
