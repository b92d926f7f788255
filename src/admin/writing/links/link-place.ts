import { anchorId, anchorsOf } from '../../../domain/body/anchors.ts'
import { parseHtml } from '#parse-html'

/** The link to the place of a text that `href` names: a heading by its words, or a block by its id; null without one. */
export function placeIn(html: string, href: string): string | null {
  const places = anchorsOf(parseHtml(html))
  const id = places.get(href.slice(1)) ?? places.get(anchorId(href.slice(1), ''))
  return id === undefined ? null : `#${id}`
}
