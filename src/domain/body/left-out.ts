import type { Element } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { readContent } from './content.ts'
import { LEFT_OUT } from './elements.ts'
import { embeddedAddress, isEmptyPlace, isTaskBox } from './html/safe-html.ts'
import { mediaUrl } from './urls.ts'

/** What a story cannot hold of a text: how many of each thing, by its name in the singular. */
export type LeftOut = ReadonlyMap<string, number>

export const PICTURE = 'picture'

/** Formatting that a story does not have; its words stay. */
export const HIGHLIGHT = 'highlight'
export const COLOUR = 'colour'

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(LEFT_OUT).flatMap(([name, tagNames]) => tagNames.map((tagName) => [tagName, name] as const)),
)

/**
 * What an element that a story cannot hold is counted as: null for one that nobody sees, undefined for one that stays.
 */
export function leftOutName(node: Element): string | null | undefined {
  const { tagName, properties } = node
  const name = NAMES.get(tagName)
  if (name === undefined || isTaskBox(node)) return undefined
  const isHidden =
    properties.ariaHidden === 'true' || properties.hidden === true || properties.type === 'hidden'
  // The signs on the buttons of a page are drawings, too.
  const isSmall = Number(properties.width ?? Infinity) <= 48
  return isHidden || (tagName === 'svg' && isSmall) ? null : name
}

/** What the editor and the page leave out of a stored text. Of a frame, film or sound they keep the address. */
export function leftOutOf(content: unknown): LeftOut {
  const leftOut = new Map<string, number>()
  const read = readContent(content)
  if (read.kind !== 'text') return leftOut
  visit({ type: 'root', children: read.nodes }, 'element', (node) => {
    if (embeddedAddress(node) !== null || isEmptyPlace(node)) return SKIP
    if (node.tagName === 'mark') leftOut.set(HIGHLIGHT, (leftOut.get(HIGHLIGHT) ?? 0) + 1)
    const name =
      node.tagName === 'img' && mediaUrl(node.properties.src) === null ? PICTURE : leftOutName(node)
    if (name !== undefined && name !== null) leftOut.set(name, (leftOut.get(name) ?? 0) + 1)
    return name === undefined ? undefined : SKIP
  })
  return leftOut
}

/** What was left out, in words: 'One picture and 2 frames were left out'. */
export function leftOutText(leftOut: LeftOut): string {
  const parts = Array.from(leftOut, ([name, count]) => (count === 1 ? `one ${name}` : `${count} ${name}s`))
  const list = new Intl.ListFormat('en-GB').format(parts)
  const total = leftOut.values().reduce((sum, count) => sum + count, 0)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${total === 1 ? 'was' : 'were'} left out`
}

/** Why, and what to do. */
export function leftOutReason(leftOut: LeftOut): string {
  if (leftOut.has(PICTURE))
    return 'Pictures from elsewhere are uploaded first: add them with the image button.'
  const isFormatting = leftOut.keys().every((name) => name === HIGHLIGHT || name === COLOUR)
  return isFormatting ? 'A story cannot hold them; the words stay.' : 'A story cannot hold them.'
}
