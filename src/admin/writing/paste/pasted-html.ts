import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { anchorId, anchorsOf, unlinkMissing } from '../../../domain/body/anchors.ts'
import { CONTAINERS } from '../../../domain/body/arrange-blocks.ts'
import { SYNONYMS } from '../../../domain/body/elements.ts'
import { el, isElement, isInline, showsNothing, text } from '../../../domain/body/html/hast.ts'
import { type LeftOut, PICTURE, leftOutName } from '../../../domain/body/left-out.ts'
import { writeQuotes } from '../../../domain/body/quotes.ts'
import { safeTree, stringify } from '../../../domain/body/html/safe-html.ts'
import { editable } from '../../../domain/body/html/to-editor-html.ts'
import { wordSet } from '../../../domain/text/word-set.ts'
import { styleOf } from '../blocks/style.ts'
import { lostFormatting } from './lost-formatting.ts'
import { hasClass, tidyOffice } from './office-html.ts'
import { keepLines, linesToParagraphs } from './pasted-lines.ts'
import { nameSpeakers } from './pasted-speakers.ts'
import { redirectTarget } from './redirect-links.ts'
import { parseHtml } from '#parse-html'

/**
 * Cleans what Word, Google Docs and web pages put on the clipboard: styles become marks, lists that are only indented
 * paragraphs become lists, and only the HTML that a story may have remains. Pictures from elsewhere are left out, since
 * they have to be uploaded first; they and all else that a story cannot hold are counted. `isOwn` is true for pictures
 * of this magazine, and `language` is the one whose quotation marks are written.
 */
export function cleanPastedHtml(
  html: string,
  isOwn: (src: string) => boolean,
  language: string,
): { html: string; leftOut: LeftOut } {
  const tree = parseHtml(html)
  removeHidden(tree)
  tidyOffice(tree)
  const leftOut = new Map(lostFormatting(tree))
  const inLinks = new WeakSet<Element>()
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return undefined
    const display = styleOf(node).get('display')?.split(' ', 1)[0] ?? ''
    if (APART.test(display) && isInline(node) && !isElement(parent, 'div')) {
      parent.children[index] = el('div', [node])
      return [SKIP, index]
    }
    if (display.startsWith('inline') && CONTAINERS.has(node.tagName)) node.tagName = 'span'
    const name = isBareObject(node)
      ? undefined
      : node.tagName === 'img'
        ? pictureName(node, isOwn)
        : leftOutName(node)
    if (name !== undefined) {
      const sign = signOf(node)
      if (name !== null && sign === null) leftOut.set(name, (leftOut.get(name) ?? 0) + 1)
      parent.children.splice(index, 1, ...(sign === null ? [] : [text(sign)]))
      return [SKIP, index]
    }
    if (node.tagName === 'a') visit(node, 'element', (inside) => void inLinks.add(inside))
    if (node.properties.role === 'separator') node.tagName = 'hr'
    if (isPlainWrapper(node)) {
      parent.children.splice(index, 1, ...node.children)
      return [SKIP, index]
    }
    if (node.tagName === 'a')
      node.properties.href = redirectTarget(String(node.properties.href ?? '')) || undefined
    if (STYLED.has(node.tagName)) asMarks(node, inLinks.has(node))
    return undefined
  })
  linkWithin(tree)
  writeTaskSigns(tree)
  nameSpeakers(tree)
  writeQuotes(tree, language)
  keepLines(tree)
  const safe = safeTree(tree.children, language)
  const places = anchorsOf(safe)
  unlinkMissing(safe, (name) => places.get(name) ?? places.get(anchorId(name, '')))
  return { html: stringify(editable(linesToParagraphs(safe.children))), leftOut }
}

/** Lets the links of a copied page to a place of its own lead there, where that was copied too: its notes, mostly. */
function linkWithin(tree: Root): void {
  const places = new Set<unknown>()
  visit(tree, 'element', ({ properties: { id } }) => void places.add(id))
  visit(tree, { tagName: 'a' }, ({ properties }: Element) => {
    const [, name] = /^https?:\/\/[^#]+#(.+)$/.exec(String(properties.href)) ?? []
    if (name !== undefined && places.has(name)) properties.href = `#${name}`
  })
}

/** Writes the signs of tasks that Notion copies as Markdown, '[x]', as the story has them. */
function writeTaskSigns(tree: Root): void {
  visit(tree, { tagName: 'li' }, ({ children: [first] }: Element) => {
    if (first?.type !== 'text') return
    first.value = first.value.replace(/^\s*\[([ xX])\]\s+/, (_, sign) => (sign === ' ' ? '☐ ' : '☑ '))
  })
}

/** Removes what is not shown, in place. A cell of a mail's layout holds its preview so. */
function removeHidden(parent: Root | Element): void {
  const shown = parent.children.filter((child) => !isElement(child) || !isHidden(child))
  parent.children = shown as ElementContent[]
  for (const child of shown) if (isElement(child)) removeHidden(child)
}

/** Classes of what only a screen reader says, and of the links with which an encyclopaedia is edited. */
const NOT_READ = ['screen-reader-text', 'sr-only', 'visually-hidden', 'mw-editsection']

function isHidden(node: Element): boolean {
  const style = styleOf(node)
  return (
    node.properties.hidden === true ||
    hasClass(node, ...NOT_READ) ||
    /^none\b/.test(style.get('display') ?? '') ||
    style.get('visibility') === 'hidden' ||
    style.get('mso-hide') === 'all' ||
    /^0(?:px|pt)?(?: |$)/.test(style.get('max-height') ?? '')
  )
}

/** What a picture that is left out is counted as; null: as nothing; undefined: it stays. */
function pictureName(node: Element, isOwn: (src: string) => boolean): string | null | undefined {
  if (isOwn(String(node.properties.src ?? ''))) return undefined
  const { width, height } = node.properties
  // Mails and pages count their readers by a picture of one pixel.
  const isPixel = [width, height].every((side) => side !== undefined && Number(side) <= 1)
  return isPixel ? null : PICTURE
}

/** The character that a picture shows: a smiley, or the checkbox of a task. Null for other pictures. */
function signOf({ tagName, properties }: Element): string | null {
  const alt = String(properties.alt ?? '')
  if (tagName !== 'img') return null
  if (String(properties.ariaRoleDescription) === 'checkbox') return /^un/i.test(alt) ? '☐ ' : '☑ '
  return /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}){1,12}$/u.test(alt) && !/^[\d#*]/.test(alt)
    ? alt
    : null
}

/** Whether an element has no effect: a `b` of normal weight, such as the one around all that Google Docs copies. */
function isPlainWrapper(node: Element): boolean {
  // Apple Notes has one around each table.
  if (node.tagName === 'object') return isBareObject(node)
  const style = styleOf(node)
  if (node.tagName === 'b' || node.tagName === 'strong')
    return style.get('font-weight') === 'normal' || style.get('font-weight') === '400'
  return (node.tagName === 'i' || node.tagName === 'em') && style.get('font-style') === 'normal'
}

/** Whether an object shows nothing but the content in it. */
function isBareObject({ tagName, properties: { data, type }, children }: Element): boolean {
  return tagName === 'object' && data === undefined && type === undefined && !children.every(showsNothing)
}

/** The values of `display` that make an element a block. */
const APART = /^(?:block|flow-root|flex|grid|table|list-item)$/

/** Elements whose style may add formatting to their name. The style of a heading or quotation is only the site's design. */
const STYLED = wordSet('span font small big label a b strong i em u s p li td dd')

/** Turns the styles of an element (bold, italic, underlined, struck, raised, lowered) into marks. */
function asMarks(node: Element, isInLink: boolean): void {
  const own = SYNONYMS.get(node.tagName) ?? node.tagName
  const style = styleOf(node)
  const weight = style.get('font-weight') ?? ''
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const position = style.get('vertical-align')
  const isLink = isInLink || node.children.some((child) => isElement(child, 'a'))
  const marks = [
    weight === 'bold' || Number(weight) >= 600 ? 'strong' : null,
    style.get('font-style') === 'italic' ? 'em' : null,
    decoration.includes('underline') && !isLink ? 'u' : null,
    decoration.includes('line-through') ? 's' : null,
    position === 'super' ? 'sup' : null,
    position === 'sub' ? 'sub' : null,
  ]
  for (const tagName of marks) {
    if (tagName !== null && tagName !== own) node.children = [el(tagName, node.children)]
  }
}
