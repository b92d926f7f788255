import type { Element, ElementContent } from 'hast'
import { el, isElement, showsNothing, text, textOf } from '../../domain/body/html/hast.ts'
import { type JsonObject, isObject, objects, parseJson, str } from '../../domain/body/json.ts'
import { isDeeperThan } from '../../domain/body/limits.ts'
import { type Findings, cardNodes, isCard } from './cards.ts'

/** The elements of formats of a text, by their bits. The words of capitals (256 and above) stay as they are written. */
const FORMATS = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
] as const

/** In levels of JSON: about 100 lists within each other. */
const MAX_DEPTH = 400

/** The elements of a document of Lexical, Ghost's editor since version 5; null for what is none. */
export function lexicalNodes(source: string, found: Findings): ElementContent[] | null {
  const document = parseJson(source)
  if (!isObject(document) || !isObject(document.root) || isDeeperThan(document, MAX_DEPTH)) return null
  return childNodes(document.root, found)
}

function childNodes(node: JsonObject, found: Findings): ElementContent[] {
  return objects(node.children).flatMap((child) => nodesOfNode(child, found))
}

function nodesOfNode(node: JsonObject, found: Findings): ElementContent[] {
  const type = str(node.type)
  switch (type) {
    case 'text':
    case 'extended-text':
    case 'tk':
    case 'code-highlight':
    case 'hashtag':
    case 'emoji':
      return [formatted(str(node.text), Number(node.format) || 0)]
    case 'linebreak':
      return [el('br')]
    case 'tab':
      return [text('\t')]
    case 'zwnj':
      return []
    case 'paragraph':
      return [el('p', childNodes(node, found))]
    case 'heading':
    case 'extended-heading':
      return [el(/^h[1-6]$/.test(str(node.tag)) ? str(node.tag) : 'h2', childNodes(node, found))]
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return [quotation(childNodes(node, found))]
    case 'link':
    case 'autolink':
      return [el('a', childNodes(node, found), { href: str(node.url) })]
    case 'at-link':
    case 'at-link-search':
      found.notes.push({ kind: 'dropped', text: 'A link that was not finished' })
      return []
    case 'list':
      return [listOf(node, found)]
    case 'listitem':
      return [itemOf(node, found)]
    case 'code':
      return [el('pre', [el('code', childNodes(node, found))])]
    case 'table':
      return [el('table', childNodes(node, found))]
    case 'tablerow':
      return [el('tr', childNodes(node, found))]
    case 'tablecell':
      return [cellOf(node, found)]
  }
  if (isCard(type) || !Array.isArray(node.children)) return cardNodes(type, node, found)
  found.notes.push({ kind: 'changed', text: `What the block “${type.slice(0, 40)}” held is plain text` })
  return [el('div', childNodes(node, found))]
}

function formatted(words: string, format: number): ElementContent {
  return FORMATS.reduce<ElementContent>(
    (inside, [bit, tagName]) => ((format & bit) === 0 ? inside : el(tagName, [inside])),
    text(words),
  )
}

function listOf(node: JsonObject, found: Findings): Element {
  const items: Element[] = []
  for (const child of objects(node.children)) {
    const item = itemOf(child, found)
    const [first] = item.children
    // A list within a list is an item of its own that has nothing else: it is of the item before.
    const isNested = item.children.length === 1 && isElement(first, 'ul', 'ol')
    const before = items.at(-1)
    if (isNested && before !== undefined) before.children.push(first)
    else items.push(item)
  }
  const isOrdered = node.listType === 'number' || node.tag === 'ol'
  const start = Number(node.start)
  return isOrdered
    ? el('ol', items, Number.isInteger(start) && start !== 1 ? { start } : {})
    : el('ul', items)
}

function itemOf(node: JsonObject, found: Findings): Element {
  const children = node.type === 'listitem' ? childNodes(node, found) : nodesOfNode(node, found)
  if (typeof node.checked !== 'boolean') return el('li', children)
  return el('li', [text(node.checked ? '☑ ' : '☐ '), ...children])
}

function cellOf(node: JsonObject, found: Findings): Element {
  const span = (value: unknown) => (Number(value) > 1 ? Number(value) : undefined)
  const [colSpan, rowSpan] = [span(node.colSpan), span(node.rowSpan)]
  return el(Number(node.headerState) > 0 ? 'th' : 'td', childNodes(node, found), {
    ...(colSpan === undefined ? {} : { colSpan }),
    ...(rowSpan === undefined ? {} : { rowSpan }),
  })
}

/** Ghost's quotations are lines; two breaks part paragraphs, and a last line that begins with a dash names the speaker. */
export function quotation(nodes: readonly ElementContent[]): Element {
  if (nodes.some((node) => isElement(node, 'p'))) return el('blockquote', [...nodes])
  const lines: ElementContent[][] = [[]]
  for (const node of nodes) {
    if (isElement(node, 'br')) lines.push([])
    else lines.at(-1)?.push(node)
  }
  const speaker = lines.length > 1 && isSpeaker(lines.at(-1) ?? []) ? lines.pop() : undefined
  const paragraphs: Element[] = []
  let isOpen = false
  for (const line of lines) {
    const isEmpty = line.every(showsNothing)
    const last = paragraphs.at(-1)
    if (!isEmpty && isOpen && last !== undefined) last.children.push(el('br'), ...line)
    else if (!isEmpty) paragraphs.push(el('p', line))
    isOpen = !isEmpty
  }
  return el('blockquote', [...paragraphs, ...(speaker === undefined ? [] : [el('p', withDash(speaker))])])
}

const DASH = /^\s*(?:[—–―]|--)\s*/

function isSpeaker(line: readonly ElementContent[]): boolean {
  return DASH.test(line.map(textOf).join(''))
}

/** A line whose dash is the one that names a speaker. */
function withDash(line: readonly ElementContent[]): ElementContent[] {
  const [first, ...rest] = line
  if (first?.type !== 'text' || !DASH.test(first.value)) return [...line]
  return [text(first.value.replace(DASH, '— ')), ...rest]
}
