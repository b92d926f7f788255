import type { Element, Nodes } from 'hast'
import { visit } from 'unist-util-visit'
import { isElement } from '../../domain/body/html/hast.ts'
import { cleanUrl } from '../../domain/body/urls.ts'
import type { Note } from '../description.ts'

/** What Ghost writes in place of its own address. */
const GHOST_URL = '__GHOST_URL__'

/** Smaller copies of a picture: '/content/images/size/w600/format/webp/2020/01/a.jpg' is of '/content/images/2020/01/a.jpg'. */
const SIZED = /(\/content\/(?:images|media)\/)size\/[wh\d]{1,12}\/(?:format\/[a-z\d]{1,8}\/)?/

/** Windows of Ghost over its page: registration, account, search. */
const WINDOW = /^(?:__GHOST_URL__)?\/?#\/(?:portal|search|share)\b/

/**
 * An address of the file: absolute where the magazine's own is known (`base`), else a path from its root; of a picture in a
 * smaller size, the original.
 */
export function fullAddress(source: string, base: string | null): string {
  const address = withoutPlaceholder(cleanUrl(source), base).replace(SIZED, '$1')
  if (base === null || !/^\/(?!\/)/.test(address)) return address
  return URL.parse(address, `${base}/`)?.href ?? address
}

/** A text in which the magazine's address stands in place of Ghost's name for it. */
function withoutPlaceholder(text: string, base: string | null): string {
  if (!text.includes(GHOST_URL)) return text
  return text.replaceAll(`${GHOST_URL}/`, `${base ?? ''}/`).replaceAll(GHOST_URL, base ?? '/')
}

/** Makes the addresses of a tree full ones, in place, and takes links away that open a window of Ghost. */
export function fillAddresses(tree: Nodes, base: string | null): Note[] {
  const notes: Note[] = []
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') node.value = withoutPlaceholder(node.value, base)
    if (!isElement(node)) return undefined
    if (isWindowLink(node) && parent && index !== undefined) {
      notes.push({ kind: 'changed', text: 'A link that opens a window of Ghost is plain text' })
      parent.children.splice(index, 1, ...node.children)
      return index
    }
    for (const name of ['href', 'src']) {
      const address = node.properties[name]
      if (typeof address === 'string') node.properties[name] = fullAddress(address, base)
    }
    return undefined
  })
  return notes
}

function isWindowLink({ tagName, properties }: Element): boolean {
  return tagName === 'a' && typeof properties.href === 'string' && opensWindow(properties.href)
}

/** Whether an address opens a window of Ghost, such as that for registering. */
export function opensWindow(address: string): boolean {
  return WINDOW.test(address)
}
