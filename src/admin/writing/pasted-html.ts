import type { Element, ElementContent, Root, RootContent } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { el, isElement } from '../../domain/body/hast.ts'
import { parseHtml, safeTree, stringify } from '../../domain/body/safe-html.ts'
import { tidyOffice } from './office-html.ts'

/**
 * Cleans what Word, Google Docs and web pages put on the clipboard: styles become marks, lists that are only indented
 * paragraphs become lists, and only the HTML that a story may have remains. Pictures from elsewhere are left out and
 * counted, since they have to be uploaded first. `isOwn` is true for pictures of this magazine.
 */
export function cleanPastedHtml(
  html: string,
  isOwn: (src: string) => boolean,
): { html: string; droppedImages: number } {
  const tree = parseHtml(html)
  let droppedImages = 0
  tidyOffice(tree)
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return undefined
    if (node.tagName === 'img' && !isOwn(String(node.properties.src ?? ''))) {
      parent.children.splice(index, 1)
      droppedImages += 1
      return [SKIP, index]
    }
    if (isPlainWrapper(node)) {
      parent.children.splice(index, 1, ...node.children)
      return [SKIP, index]
    }
    if (node.tagName === 'a') replaceRedirect(node)
    if (node.tagName === 'span') asMarks(node)
    return undefined
  })
  const safe = safeTree(tree.children)
  return { html: stringify(withoutEmptyLines(safe)), droppedImages }
}

function styleOf(node: Element): Map<string, string> {
  return new Map(
    String(node.properties.style ?? '')
      .split(';')
      .flatMap((rule): [string, string][] => {
        const [name, ...value] = rule.split(':')
        return name === undefined || value.length === 0
          ? []
          : [[name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]]
      }),
  )
}

/** Whether an element has no effect: a bookmark, or a `b` of normal weight (around all that Google Docs copies). */
function isPlainWrapper(node: Element): boolean {
  const style = styleOf(node)
  if (node.tagName === 'b' || node.tagName === 'strong')
    return style.get('font-weight') === 'normal' || style.get('font-weight') === '400'
  if (node.tagName === 'i' || node.tagName === 'em') return style.get('font-style') === 'normal'
  return node.tagName === 'a' && !node.properties.href
}

/** Replaces a link through Google's redirect page, as Google Docs writes it, by its target. */
function replaceRedirect(node: Element): void {
  const href = String(node.properties.href ?? '')
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href) || !URL.canParse(href)) return
  const target = new URL(href).searchParams.get('q')
  if (target !== null) node.properties.href = target
}

/** Turns the styles of a span (bold, italic, underlined, struck) into marks. */
function asMarks(node: Element): void {
  const style = styleOf(node)
  const weight = style.get('font-weight') ?? ''
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const holdsLink = node.children.some((child) => isElement(child, 'a'))
  const marks = [
    weight === 'bold' || Number(weight) >= 600 ? 'strong' : null,
    style.get('font-style') === 'italic' ? 'em' : null,
    decoration.includes('underline') && !holdsLink ? 'u' : null,
    decoration.includes('line-through') ? 's' : null,
  ]
  for (const tagName of marks) {
    if (tagName !== null) node.children = [el(tagName, node.children)]
  }
}

/** Without the empty paragraphs and loose line breaks that stand for distance between paragraphs. */
function withoutEmptyLines(tree: Root): ElementContent[] {
  return tree.children.filter((node): node is ElementContent => {
    if (node.type === 'doctype' || node.type === 'comment') return false
    return !isElement(node, 'br') && !(isElement(node, 'p') && isBlank(node))
  })
}

function isBlank(node: RootContent): boolean {
  if (node.type === 'text') return node.value.replaceAll(' ', ' ').trim() === ''
  if (node.type !== 'element') return true
  return node.tagName === 'br' || (node.tagName !== 'img' && node.children.every(isBlank))
}
