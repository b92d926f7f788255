import type { Element, ElementContent, Root, RootContent } from 'hast'
import { el, isBlank, isElement, text, textOf } from './hast.ts'
import { isInline } from './safe-html.ts'

/**
 * A safe tree as readers get it: no heading above h2, no empty paragraphs, stray text in paragraphs, pictures that stand
 * alone in figures, the speaker of a quotation in its footer. The nodes of `root` are used up.
 */
export function settle(root: Root): ElementContent[] {
  return settleBlocks(root.children)
}

function settleBlocks(nodes: RootContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  let line: ElementContent[] = []
  const endLine = () => {
    if (line.some((node) => !isBlank(node))) blocks.push(...settleBlock(el('p', line)))
    line = []
  }
  for (const node of nodes) {
    if (node.type === 'doctype') continue
    if (isInline(node)) line.push(node)
    else {
      endLine()
      blocks.push(...settleBlock(node))
    }
  }
  endLine()
  return blocks
}

function settleBlock(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return []
  if (node.tagName === 'p' && !node.children.every(isInline)) return settleBlocks(node.children)
  settleInside(node)
  if (node.tagName === 'p') {
    const shown = node.children.filter((child) => !isBlank(child))
    if (shown.length > 0 && shown.every((child) => isElement(child, 'img'))) {
      return shown.map((image) => el('figure', [image]))
    }
  }
  return isEmpty(node) ? [] : [node]
}

function settleInside(node: Element): void {
  if (node.tagName === 'h1') node.tagName = 'h2'
  node.children = node.children.flatMap(settleChild)
  if (isElement(node, 'ul', 'ol', 'blockquote', 'figure')) {
    node.children = node.children.filter((child) => child.type !== 'text' || !isBlank(child))
  }
  if (node.tagName === 'blockquote') nameSpeaker(node)
}

/** A node inside a block as it stays: nothing for what shows nothing, its content for a link or mark without use. */
function settleChild(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node]
  settleInside(node)
  if (node.tagName === 'img') {
    node.properties.alt ??= ''
    return node.properties.src ? [node] : []
  }
  if (node.tagName === 'a') {
    if (!node.properties.href) return node.children
    if (isExternal(node.properties.href)) node.properties.rel = ['noopener']
  }
  if (!isEmpty(node)) return [node]
  return isInline(node) ? node.children : []
}

/** Whether an element whose content is settled shows neither words nor a picture. */
function isEmpty(node: Element): boolean {
  return node.tagName !== 'hr' && node.tagName !== 'br' && node.children.every(isBlank)
}

function isExternal(href: unknown): boolean {
  return typeof href === 'string' && /^(?:https?:|[/\\]{2})/i.test(href)
}

/** The last paragraph of a quotation that begins with an em dash becomes its footer, the words after the dash its cite. */
function nameSpeaker(quote: Element): void {
  const last = quote.children.findLast((child) => isElement(child))
  if (!isElement(last, 'p') || !textOf(last).trim().startsWith('—')) return
  const [first, ...rest] = last.children
  if (first?.type !== 'text') return
  const name = text(first.value.trimStart().replace(/^—\s*/, ''))
  quote.children[quote.children.indexOf(last)] = el('footer', [
    text('— '),
    el('cite', name.value === '' ? rest : [name, ...rest]),
  ])
}
