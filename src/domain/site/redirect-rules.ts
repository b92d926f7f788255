import { canonicalPath, canonicalQuery, pathOf } from './address.ts'

/** The targets of permanent redirects, by old address. */
export type RedirectRules = ReadonlyMap<string, string>

/**
 * A line of the file _redirects: `/old /new 301`. Query parameters are separate, as Netlify reads them:
 * `/old a=1 b=2 /new 301`. Cloudflare Pages skips such a line.
 */
export function redirectRule(address: string, target: string): string {
  const path = pathOf(address)
  const query = address.slice(path.length + 1)
  const ascii = target.replace(/[^!-~]+/gu, encodeURIComponent)
  return [path, ...(query === '' ? [] : query.split('&')), ascii, '301'].join(' ')
}

/** The permanent redirects in a file _redirects. */
export function parseRedirectRules(file: string): RedirectRules {
  const lines = file.matchAll(/^(\S+)((?: +[^/\s]\S*=\S*)*) +(\S+) +301$/gm)
  return new Map(
    Array.from(lines, ([, path = '', query = '', target = '']) => [
      path + canonicalQuery(query.trim().replace(/ +/g, '&')),
      target,
    ]),
  )
}

/**
 * The target of a request to an old address; repeated slashes in its path do not matter. The query is kept where the target
 * has none. Undefined when it is not an old address.
 */
export function redirectOf(rules: RedirectRules, path: string, search: string): string | undefined {
  const oldPath = canonicalPath(path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''))
  const query = canonicalQuery(search)
  const ofQuery = query === '' ? undefined : rules.get(oldPath + query)
  if (ofQuery !== undefined) return ofQuery
  const target = rules.get(oldPath)
  return target === undefined || /[?#]/.test(target) ? target : target + search
}
