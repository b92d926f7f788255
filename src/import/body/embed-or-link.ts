import type { Element } from 'hast'
import { el, text } from '../../domain/body/html/hast.ts'
import { linkUrl } from '../../domain/body/urls.ts'
import { embedOf } from '../../domain/story/embed.ts'
import type { Note } from '../description.ts'

/**
 * What a story has for something that the source shows from another site: the film or sound itself where it plays here,
 * otherwise a link and a note. Null where the address is none that a story may link to.
 */
export function embedOrLink(address: string, title = ''): { node: Element; notes: Note[] } | null {
  const href = linkUrl(address)
  if (href === null) return null
  const link = el('a', [text(title.trim() || withoutScheme(href))], { href })
  if (embedOf(href) !== null) return { node: el('figure', [link], { dataBlock: 'embed' }), notes: [] }
  return { node: el('p', [link]), notes: [shownAsLink(href)] }
}

function shownAsLink(address: string): Note {
  return { kind: 'changed', text: `What was shown from ${URL.parse(address)?.host ?? address} is a link` }
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '')
}
