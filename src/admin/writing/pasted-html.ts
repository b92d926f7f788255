import type { Element, Root, RootContent } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { anchorId, anchorsOf, unlinkMissing } from '../../domain/body/anchors.ts'
import { LEFT_OUT } from '../../domain/body/elements.ts'
import { el, isElement, text } from '../../domain/body/hast.ts'
import { parseHtml, safeTree, stringify } from '../../domain/body/safe-html.ts'
import { tidyOffice } from './office-html.ts'
import { keepLines, linesToParagraphs } from './pasted-lines.ts'
import { redirectTarget } from './redirect-links.ts'
import { styleOf } from './style.ts'

/** What a paste could not keep: how many of each thing, by its name in the singular. */
export type LeftOut = ReadonlyMap<string, number>

export const PICTURE = 'picture'

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(LEFT_OUT).flatMap(([name, tagNames]) => tagNames.map((tagName) => [tagName, name] as const)),
)

/**
 * Cleans what Word, Google Docs and web pages put on the clipboard: styles become marks, lists that are only indented
 * paragraphs become lists, and only the HTML that a story may have remains. Pictures from elsewhere are left out, since
 * they have to be uploaded first; they and all else that a story cannot hold are counted. `isOwn` is true for pictures
 * of this magazine.
 */
export function cleanPastedHtml(
  html: string,
  isOwn: (src: string) => boolean,
): { html: string; leftOut: LeftOut } {
  const tree = parseHtml(html)
  const leftOut = new Map<string, number>()
  tidyOffice(tree)
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return undefined
    const name = node.tagName === 'img' ? pictureName(node, isOwn) : leftOutName(node)
    if (name !== undefined) {
      const sign = signOf(node)
      if (name !== null && sign === null) leftOut.set(name, (leftOut.get(name) ?? 0) + 1)
      parent.children.splice(index, 1, ...(sign === null ? [] : [text(sign)]))
      return [SKIP, index]
    }
    if (isPlainWrapper(node)) {
      parent.children.splice(index, 1, ...node.children)
      return [SKIP, index]
    }
    if (node.tagName === 'a')
      node.properties.href = redirectTarget(String(node.properties.href ?? '')) || undefined
    if (node.tagName === 'span') asMarks(node)
    return undefined
  })
  keepLines(tree)
  const safe = safeTree(tree.children)
  const places = anchorsOf(safe)
  unlinkMissing(safe, (name) => places.get(name) ?? places.get(anchorId(name, '')))
  return { html: stringify(linesToParagraphs(withoutEmptyLines(safe))), leftOut }
}

/** What a picture that is left out is counted as; null: as nothing; undefined: it stays. */
function pictureName({ properties }: Element, isOwn: (src: string) => boolean): string | null | undefined {
  if (isOwn(String(properties.src ?? ''))) return undefined
  // Mails and pages count their readers by a picture of one pixel.
  const isPixel = [properties.width, properties.height].every(
    (side) => side !== undefined && Number(side) <= 1,
  )
  return isPixel ? null : PICTURE
}

/** The same for an element that a story cannot hold. */
function leftOutName({ tagName, properties }: Element): string | null | undefined {
  const name = NAMES.get(tagName)
  if (name === undefined) return undefined
  const isHidden =
    properties.ariaHidden === 'true' || properties.hidden === true || properties.type === 'hidden'
  // The signs on the buttons of a page are drawings, too.
  const isSmall = Number(properties.width ?? Infinity) <= 48
  return isHidden || (tagName === 'svg' && isSmall) ? null : name
}

/** The text that an element stands for: a smiley, or the box of a list of tasks. Null for all others. */
function signOf({ tagName, properties }: Element): string | null {
  const alt = String(properties.alt ?? '')
  if (tagName === 'input' && properties.type === 'checkbox') return properties.checked ? '☑ ' : '☐ '
  if (tagName !== 'img') return null
  if (String(properties.ariaRoleDescription) === 'checkbox') return /^un/i.test(alt) ? '☐ ' : '☑ '
  return /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}){1,12}$/u.test(alt) && !/^[\d#*]/.test(alt)
    ? alt
    : null
}

/** Whether an element has no effect: a `b` of normal weight, such as the one around all that Google Docs copies. */
function isPlainWrapper(node: Element): boolean {
  const style = styleOf(node)
  if (node.tagName === 'b' || node.tagName === 'strong')
    return style.get('font-weight') === 'normal' || style.get('font-weight') === '400'
  return (node.tagName === 'i' || node.tagName === 'em') && style.get('font-style') === 'normal'
}

/** Turns the styles of a span (bold, italic, underlined, struck, raised, lowered) into marks. */
function asMarks(node: Element): void {
  const style = styleOf(node)
  const weight = style.get('font-weight') ?? ''
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const position = style.get('vertical-align')
  const holdsLink = node.children.some((child) => isElement(child, 'a'))
  const marks = [
    weight === 'bold' || Number(weight) >= 600 ? 'strong' : null,
    style.get('font-style') === 'italic' ? 'em' : null,
    decoration.includes('underline') && !holdsLink ? 'u' : null,
    decoration.includes('line-through') ? 's' : null,
    position === 'super' ? 'sup' : null,
    position === 'sub' ? 'sub' : null,
  ]
  for (const tagName of marks) {
    if (tagName !== null) node.children = [el(tagName, node.children)]
  }
}

/** Without the empty paragraphs that stand for distance between paragraphs. */
function withoutEmptyLines(tree: Root): RootContent[] {
  return tree.children.filter((node) => !(isElement(node, 'p') && isBlank(node)))
}

function isBlank(node: RootContent): boolean {
  if (node.type === 'text') return node.value.replaceAll('\u00a0', ' ').trim() === ''
  if (node.type !== 'element') return true
  return node.tagName === 'br' || (node.tagName !== 'img' && node.children.every(isBlank))
}

/** What was left out, in words: 'One picture and 2 frames were left out'. */
export function leftOutText(leftOut: LeftOut): string {
  const parts = Array.from(leftOut, ([name, count]) => (count === 1 ? `one ${name}` : `${count} ${name}s`))
  const list = new Intl.ListFormat('en-GB').format(parts)
  const total = leftOut.values().reduce((sum, count) => sum + count, 0)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${total === 1 ? 'was' : 'were'} left out`
}
