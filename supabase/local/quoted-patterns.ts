/** `like."…"`, `ilike."…"` and their negations; inside the quotes a backslash keeps the next sign. */
const QUOTED_PATTERN = /\.(i?like)\.("(?:[^"\\]|\\.)*")/g

/**
 * A query of PostgREST as the API server understands it: it takes the quotes of a quoted pattern for a part of the
 * pattern, but reads a list of one quoted pattern rightly. So `title.ilike."%a, b%"` becomes
 * `title.ilike(any).{"%a, b%"}`, which means the same.
 */
export function readablePatterns(request: Request, url: URL): Request {
  const changed = new URL(url)
  for (const name of ['or', 'and', 'not.or', 'not.and']) {
    const values = url.searchParams.getAll(name)
    changed.searchParams.delete(name)
    for (const value of values)
      changed.searchParams.append(name, value.replace(QUOTED_PATTERN, '.$1(any).{$2}'))
  }
  return changed.search === url.search ? request : new Request(changed, request)
}
