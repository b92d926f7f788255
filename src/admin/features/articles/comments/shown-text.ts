/** The text of an element on the page: its lines, and the text nodes that they are made of. */
export interface ShownText {
  text: string
  nodes: readonly { node: Text; offset: number }[]
}

const LINES = 'p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, pre, blockquote, figcaption, cite, div, summary'

export function shownText(element: Element): ShownText {
  const nodes: { node: Text; offset: number }[] = []
  let text = ''
  let line: Element | null = null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // As in the editor, where a line break is one letter.
    if (node.nodeName === 'BR') text += ' '
    if (!(node instanceof Text) || (node.data.trim() === '' && node.data.includes('\n'))) continue
    const own = node.parentElement?.closest(LINES) ?? null
    if (line !== null && own !== line) text += '\n'
    line = own
    nodes.push({ node, offset: text.length })
    text += node.data
  }
  return { text, nodes }
}

/** The offsets of what a range of the page has of a text; null when it has nothing of it. */
export function offsetsOf({ nodes }: ShownText, range: Range): { from: number; to: number } | null {
  const touched = nodes.filter(({ node }) => range.intersectsNode(node))
  const [first, last] = [touched[0], touched.at(-1)]
  if (first === undefined || last === undefined) return null
  const from = first.offset + (range.startContainer === first.node ? range.startOffset : 0)
  const to = last.offset + (range.endContainer === last.node ? range.endOffset : last.node.length)
  return from < to ? { from, to } : null
}

/** The range of the page at these offsets. */
export function rangeAt({ nodes }: ShownText, from: number, to: number): Range {
  const range = new Range()
  const at = (offset: number) => nodes.findLast((one) => one.offset <= offset)
  const [first, last] = [at(from), at(Math.max(from, to - 1))]
  if (first === undefined || last === undefined) return range
  range.setStart(first.node, Math.min(from - first.offset, first.node.length))
  range.setEnd(last.node, Math.min(to - last.offset, last.node.length))
  return range
}
