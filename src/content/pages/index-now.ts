import { hash } from 'node:crypto'
import { definePage } from './page-type.ts'

/**
 * The key by which search engines know that it is the site itself that tells them of changed pages (IndexNow): they look for
 * a file of this name. It is no secret.
 */
export function indexNowKey(siteUrl: string): string {
  return hash('sha256', siteUrl).slice(0, 32)
}

/** The file of the key, while search engines are told. */
export const indexNowKeyPage = definePage({
  route: '/[key].txt',
  addresses: (content) => (content.tellsSearchEngines() ? [{ key: indexNowKey(content.siteUrl()) }] : []),
  view: (_, { key }) => key,
})
