import type { SiteView } from '../content/types.ts'
import { logoSize } from '../domain/site/branding.ts'

/** CSS of a chosen logo; '' where the magazine's name stands in letters. */
export function logoCss(logo: SiteView['logo']): string {
  if (logo === null) return ''
  // Beside a long menu it is smaller, but not much.
  const widths = [logo.light, logo.dark ?? logo.light].map((mark) => logoSize(mark).width)
  const least = Math.min(96, ...widths)
  const size = `.logo:has(>:is(img,svg)){padding:0}.logo>*{display:block;min-inline-size:${least}px;max-inline-size:min(100%,42vw);block-size:auto}`
  if (logo.dark === null) return size
  return `${size}.logo>.mark-dark{display:none}@media (prefers-color-scheme:dark){.logo>.mark-dark{display:block}.logo>.mark-light{display:none}}`
}
