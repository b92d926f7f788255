/** `like."…"`, `ilike."…"` and their negations; inside the quotes a backslash keeps the next sign. */
const QUOTED_PATTERN = /\.(i?like)\.("(?:[^"\\]|\\.)*")/g

/**
 * A query of PostgREST as the API server understands it: it takes the quotes of a quoted pattern for a part of the
 * pattern, but reads a list of one quoted pattern rightly. So `title.ilike."%a, b%"` becomes
 * `title.ilike(any).{"%a, b%"}`, which means the same. Only of a quotation mark inside a pattern it loses count when
 * another condition follows, so that `_`, any one character, stands for it.
 */
export function readablePatterns(request: Request, url: URL): Request {
  const changed = new URL(url)
  for (const name of ['or', 'and', 'not.or', 'not.and']) {
    const values = url.searchParams.getAll(name)
    changed.searchParams.delete(name)
    for (const value of values)
      changed.searchParams.append(
        name,
        value.replace(
          QUOTED_PATTERN,
          (_, operator: string, quoted: string) => `.${operator}(any).{${withoutQuotes(quoted)}}`,
        ),
      )
  }
  return changed.search === url.search ? request : new Request(changed, request)
}

/** A quoted value without quotation marks inside. */
function withoutQuotes(quoted: string): string {
  return quoted.replace(/\\(.)/g, (pair, escaped: string) => (escaped === '"' ? '_' : pair))
}
