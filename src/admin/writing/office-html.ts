import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast'
import { el, isElement, text, textOf } from '../../domain/body/hast.ts'

/** Cleans a page that Word, Google Docs or a spreadsheet put on the clipboard, in place: lists, tables, comments. */
export function tidyOffice(tree: Root): void {
  makeWordLists(tree)
  tree.children = tree.children.flatMap((node): RootContent[] => (isElement(node) ? tidy(node) : [node]))
}

function styleOf({ properties }: Element): string {
  return String(properties.style ?? '')
}

/** Word's lists are paragraphs with a bullet typed before them: here they become lists, in place. */
function makeWordLists(parent: Root | Element): void {
  const children: ElementContent[] = []
  let open: OpenList[] = []
  for (const child of parent.children as ElementContent[]) {
    if (isElement(child)) makeWordLists(child)
    const item = itemOf(child)
    if (item) addItem(item, open, children)
    else if (open.length === 0 || !isBetween(child)) {
      open = []
      children.push(child)
    }
  }
  parent.children = children
}

/** A paragraph that Word shows as an item of a list. `level` counts from 1. */
interface Item {
  level: number
  tagName: 'ol' | 'ul'
  children: ElementContent[]
}

function itemOf(node: Nodes): Item | null {
  if (!isElement(node) || !/^(?:p|h[1-6])$/.test(node.tagName)) return null
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleOf(node))?.[1]
  if (level === undefined) return null
  const isNumbered = /^[\p{L}\p{N}]{1,4}[.)]/u.test(markerOf(node))
  return { level: Number(level), tagName: isNumbered ? 'ol' : 'ul', children: withoutMarker(node).children }
}

interface OpenList {
  /** The level of its first item. */
  level: number
  list: Element
}

/** Adds an item to the last of the open lists that fits it; one of a deeper level goes into the item before it. */
function addItem({ level, tagName, children }: Item, open: OpenList[], outside: ElementContent[]): void {
  const item = el('li', [el('p', children)])
  while (level <= (open.at(-2)?.level ?? 0)) open.pop()
  const last = open.at(-1)
  if (last !== undefined && level <= last.level) {
    if (last.list.tagName === tagName) {
      last.list.children.push(item)
      return
    }
    open.pop()
  }
  const list = el(tagName, [item])
  const before = open.at(-1)?.list.children.at(-1)
  ;(isElement(before) ? before.children : outside).push(list)
  open.push({ level, list })
}

/** Blank text and comments between two items do not end their list. */
function isBetween(node: RootContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')
}

function isMarker(node: Nodes): boolean {
  return isElement(node) && /mso-list:\s*ignore/i.test(styleOf(node))
}

function markerOf(node: Nodes): string {
  if (isMarker(node)) return textOf(node).trim()
  return 'children' in node ? node.children.map(markerOf).join('') : ''
}

function withoutMarker(node: Element): Element {
  const children = node.children
    .filter((child) => !isMarker(child) && child.type !== 'comment')
    .map((child) => (isElement(child) ? withoutMarker(child) : child))
  return { ...node, children }
}

function tidy(node: Element): ElementContent[] {
  if (isReviewComment(node)) return []
  const children = node.children.flatMap((child) => (isElement(child) ? tidy(child) : [child]))
  const element = { ...node, children }
  if (isTracked(node)) return node.tagName === 'ins' ? children : []
  switch (element.tagName) {
    case 'table':
      return rowsOf(element).flatMap(asParagraphs)
    case 'ul':
    case 'ol':
      return [{ ...element, children: nested(children) }]
    case 'span':
      // Safari writes a space of its own between words.
      return hasClass(node, 'Apple-converted-space') ? [text(' ')] : [element]
    case 'p':
      return [asNamedStyle(element)]
    default:
      return [element]
  }
}

function hasClass({ properties }: Element, ...names: string[]): boolean {
  const { className } = properties
  return Array.isArray(className) && className.some((name) => names.includes(String(name)))
}

/** Whether an element is a reviewer's comment, or the mark in the text that links to one. */
function isReviewComment(node: Element): boolean {
  if (hasClass(node, 'MsoCommentReference', 'msocomanchor', 'msocomoff')) return true
  if (node.tagName === 'a') return /^#(?:cmnt|_msocom)/.test(String(node.properties.href ?? ''))
  return /mso-element:\s*comment/i.test(styleOf(node))
}

/** Whether an element is a change that Word has tracked. The text is pasted as if all were accepted. */
function isTracked({ tagName, properties }: Element): boolean {
  return (tagName === 'ins' || tagName === 'del') && ('cite' in properties || 'dateTime' in properties)
}

/** Converts titles and quotations, which Word marks only by the name of their style. */
function asNamedStyle(paragraph: Element): Element {
  if (hasClass(paragraph, 'MsoTitle')) return { ...paragraph, tagName: 'h1' }
  return hasClass(paragraph, 'MsoQuote', 'MsoIntenseQuote') ? el('blockquote', [paragraph]) : paragraph
}

/** Google Docs writes a deeper list after its item; it belongs inside. */
function nested(children: readonly ElementContent[]): ElementContent[] {
  const items: ElementContent[] = []
  for (const child of children) {
    const last = items.findLast((item) => isElement(item))
    if (isElement(child, 'ul', 'ol') && isElement(last, 'li')) last.children.push(child)
    else items.push(child)
  }
  return items
}

function rowsOf(node: Element): Element[] {
  if (node.tagName === 'tr') return [node]
  return node.children.flatMap((child) => (isElement(child) ? rowsOf(child) : []))
}

/** A row of cells becomes a line, a row of a single cell the blocks in it. */
function asParagraphs(row: Element): ElementContent[] {
  const cells = row.children.filter((child) => isElement(child, 'td', 'th'))
  const [only] = cells
  if (only !== undefined && cells.length === 1) {
    return only.children.some(isBlock) ? only.children : [{ ...only, tagName: 'p', properties: {} }]
  }
  const line = cells
    .map(inLine)
    .filter((words) => words.length > 0)
    .flatMap((words, index) => (index === 0 ? words : [text(' · '), ...words]))
  return line.length === 0 ? [] : [el('p', line)]
}

const BLOCKS = [
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'figure',
]

function isBlock(node: RootContent): node is Element {
  return isElement(node, ...BLOCKS)
}

function showsNothing(node: ElementContent): boolean {
  if (isElement(node)) return node.tagName !== 'img' && node.children.every(showsNothing)
  return node.type === 'comment' || node.value.trim() === ''
}

/** The words of a cell without its paragraphs; nothing for one that only holds blanks. */
function inLine(cell: Element): ElementContent[] {
  const words: ElementContent[] = []
  for (const child of cell.children) {
    if (showsNothing(child)) continue
    if (words.length > 0) words.push(text(' '))
    if (isBlock(child)) words.push(...inLine(child))
    else words.push(child)
  }
  return words
}
