import type { Root } from 'hast'
import { fromHtml } from 'hast-util-from-html'

/**
 * Parses HTML, unsanitised. On Node; browsers get `parse-html.browser.ts`, which returns the same: `imports` of package.json
 * says which, as `#parse-html`.
 */
export function parseHtml(html: string): Root {
  return fromHtml(html, { fragment: true })
}
