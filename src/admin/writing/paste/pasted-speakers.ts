import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { el, isElement, showsNothing, text, textOf } from '../../../domain/body/html/hast.ts'

/** Makes the `cite` that ends a quotation its speaker, in place: its last child, or the last line of its last paragraph. */
export function nameSpeakers(tree: Root): void {
  visit(tree, { tagName: 'blockquote' }, (quote: Element) => {
    const last = lastShown(quote)
    const paragraph = isElement(last, 'p', 'div') ? last : null
    const holder = paragraph ?? quote
    const cite = lastShown(holder)
    if (!isElement(cite, 'cite')) return
    const before = holder.children.slice(0, holder.children.indexOf(cite))
    const line = before.slice(before.findLastIndex((node) => isElement(node, 'br')) + 1)
    if (paragraph !== null && !line.every(isDistance)) return
    const words = before.slice(0, before.findLastIndex((node) => !isDistance(node)) + 1)
    const others = paragraph === null ? [] : quote.children.slice(0, quote.children.indexOf(paragraph))
    // A name alone is what is quoted.
    if ([...others, ...words].every(showsNothing)) return
    if (paragraph === null) quote.children = words
    else quote.children = words.length === 0 ? others : [...others, { ...paragraph, children: words }]
    quote.children.push(el('footer', withoutDash(cite.children)))
  })
}

function lastShown({ children }: Element): ElementContent | undefined {
  return children.findLast((node) => !showsNothing(node))
}

/** Whether a node is nothing but a blank, a break or the dash before a name. */
function isDistance(node: ElementContent): boolean {
  return showsNothing(node) || /^\s*[–—―-]\s*$/.test(textOf(node))
}

function withoutDash([first, ...rest]: readonly ElementContent[]): ElementContent[] {
  if (first === undefined) return []
  return first.type === 'text' ? [text(first.value.replace(/^\s*[–—―-]\s*/, '')), ...rest] : [first, ...rest]
}
