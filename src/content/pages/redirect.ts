import { withDigest } from '../digest.ts'
import type { Snapshot } from '../snapshot.ts'
import { type PageType, definePage } from './page-type.ts'

/**
 * The pages at the old addresses of pages of these types; their view is the present address. An address in use is no
 * redirect.
 */
export function redirectPages(types: readonly PageType[]): PageType<string> {
  const redirects = (snapshot: Snapshot) =>
    snapshot.memo('redirects', () => {
      const inUse = new Set(types.flatMap((type) => type.pathnames(snapshot)))
      const all = types.flatMap((type) => [...type.redirects(snapshot)])
      return new Map(all.filter(([from]) => !inUse.has(from)))
    })
  return definePage({
    route: '/[...redirect]',
    addresses: (snapshot) => Array.from(redirects(snapshot).keys(), (path) => ({ redirect: path.slice(1) })),
    view: (read, { redirect }): string =>
      read(`redirect ${redirect}`, (snapshot) => {
        const target = redirects(snapshot).get(`/${redirect}`)
        if (target === undefined) throw new Error(`There is no redirect from /${redirect}`)
        return withDigest(target)
      }),
  })
}
