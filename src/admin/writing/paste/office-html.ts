import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast'
import { inParagraphs } from '../../../domain/body/arrange-blocks.ts'
import { el, isElement, text, textOf } from '../../../domain/body/html/hast.ts'

/** Cleans a page that Word, Google Docs or a spreadsheet put on the clipboard, in place: lists, tables, comments. */
export function tidyOffice(tree: Root): void {
  makeWordLists(tree)
  tree.children = tree.children.flatMap((node): RootContent[] => (isElement(node) ? tidy(node) : [node]))
}

function styleText({ properties }: Element): string {
  return String(properties.style ?? '')
}

/** Word's lists are paragraphs with a bullet typed before them: here they become lists, in place. */
function makeWordLists(parent: Root | Element): void {
  const children: ElementContent[] = []
  let open: OpenList[] = []
  for (const child of parent.children as ElementContent[]) {
    if (isElement(child)) makeWordLists(child)
    const items = itemsOf(child)
    if (items.length > 0) for (const item of items) addItem(item, open, children)
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
  list: ListStart
  children: ElementContent[]
}

/** The kind of a list and, of a numbered one, how it counts and from where. */
interface ListStart {
  tagName: 'ol' | 'ul'
  properties: { type?: string; start?: number }
}

function itemsOf(node: Nodes): Item[] {
  if (!isElement(node)) return []
  if (hasClass(node, 'ListContainerWrapper')) return onlineItems(node)
  if (!/^(?:p|h[1-6])$/.test(node.tagName)) return []
  const level = /mso-list:\s*l\d+\s+level(\d+)/i.exec(styleText(node))?.[1]
  if (level === undefined) return []
  return [{ level: Number(level), list: listStart(markerOf(node)), children: withoutMarker(node).children }]
}

/** The items of Word on the web, which copies a list of its own for each, with the level at the item. */
function onlineItems(wrapper: Element): Item[] {
  const lists = wrapper.children.filter((child) => isElement(child, 'ul', 'ol'))
  return lists.flatMap((list) =>
    list.children
      .filter((child) => isElement(child, 'li'))
      .map(({ properties, children }) => ({
        level: Number(properties.dataAriaLevel ?? 1),
        list: onlineStart(list),
        children,
      })),
  )
}

function onlineStart({ tagName, properties: { start } }: Element): ListStart {
  if (tagName === 'ul') return { tagName, properties: {} }
  return { tagName: 'ol', properties: Number(start ?? 1) === 1 ? {} : { start: Number(start) } }
}

const ROMAN = new Map([...'ivxlcdm'].map((sign, at) => [sign, [1, 5, 10, 50, 100, 500, 1000][at] ?? 0]))

/** The list that begins with an item of this marker: '3.', 'b)', 'iv.' or a bullet. */
function listStart(marker: string): ListStart {
  const [, number] = /^\(?([\p{L}\p{N}]{1,6})[.)]/u.exec(marker) ?? []
  if (number === undefined) return { tagName: 'ul', properties: {} }
  const counted = (type: string | undefined, start: number): ListStart => ({
    tagName: 'ol',
    properties: { ...(type === undefined ? {} : { type }), ...(start === 1 ? {} : { start }) },
  })
  if (/^\d+$/.test(number)) return counted(undefined, Number(number))
  const small = number.toLowerCase()
  const isSmall = small === number
  // A list that begins with i is of Roman numbers; one that begins with c goes on from b.
  if (small === 'i' || /^[ivxlcdm]{2,}$/.test(small)) return counted(isSmall ? 'i' : 'I', romanNumber(small))
  if (/^[a-z]$/.test(small)) return counted(isSmall ? 'a' : 'A', small.charCodeAt(0) - 96)
  return counted(undefined, 1)
}

function romanNumber(text: string): number {
  const values = Array.from(text, (sign) => ROMAN.get(sign) ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

interface OpenList {
  /** The level of its first item. */
  level: number
  list: Element
}

/** Adds an item to the last of the open lists that fits it; one of a deeper level goes into the item before it. */
function addItem({ level, list: start, children }: Item, open: OpenList[], outside: ElementContent[]): void {
  const item = el('li', [el('p', children)])
  while (level <= (open.at(-2)?.level ?? 0)) open.pop()
  const last = open.at(-1)
  if (last !== undefined && level <= last.level) {
    if (last.list.tagName === start.tagName) {
      last.list.children.push(item)
      return
    }
    open.pop()
  }
  const list = el(start.tagName, [item], start.properties)
  const before = open.at(-1)?.list.children.at(-1)
  ;(isElement(before) ? before.children : outside).push(list)
  open.push({ level, list })
}

/** Blank text and comments between two items do not end their list. */
function isBetween(node: RootContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')
}

function isMarker(node: Nodes): boolean {
  return isElement(node) && /mso-list:\s*ignore/i.test(styleText(node))
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
      return isLayout(node) ? rowsOf(element).flatMap(blocksOf) : [element]
    case 'ul':
    case 'ol':
      return [
        isBulleted(element) ? { ...element, tagName: 'ul' } : { ...element, properties: counting(element) },
      ]
    case 'td':
    case 'th':
      return [children.every(isVoid) ? { ...element, children: [] } : element]
    case 'span':
      // Word on the web ends each paragraph with a blank.
      if (hasClass(node, 'EOP')) return []
      if (hasClass(node, 'MsoFootnoteReference', 'MsoEndnoteReference')) return [el('sup', children)]
      // Safari writes a space of its own between words.
      return hasClass(node, 'Apple-converted-space') ? [text(' ')] : [element]
    case 'p':
      return [asNamedStyle(element)]
    default:
      return [element]
  }
}

export function hasClass({ properties }: Element, ...names: string[]): boolean {
  const { className } = properties
  return Array.isArray(className) && className.some((name) => names.includes(String(name)))
}

/** Whether a numbered list is shown with bullets, as Quill writes them. */
function isBulleted({ tagName, children }: Element): boolean {
  const items = children.filter((child) => isElement(child, 'li'))
  return (
    tagName === 'ol' && items.length > 0 && items.every(({ properties }) => properties.dataList === 'bullet')
  )
}

/** Whether an element is a reviewer's comment, or the mark in the text that links to one. */
function isReviewComment(node: Element): boolean {
  if (
    node.children.some(
      (child) =>
        isElement(child, 'a') && /^cmnt\d/.test(String(child.properties.name ?? child.properties.id)),
    )
  )
    return true
  if (hasClass(node, 'MsoCommentReference', 'msocomanchor', 'msocomoff')) return true
  if (node.tagName === 'a') return /^#(?:cmnt|_msocom)/.test(String(node.properties.href ?? ''))
  return /mso-element:\s*comment/i.test(styleText(node))
}

/** Whether an element is a change that Word has tracked. The text is pasted as if all were accepted. */
function isTracked({ tagName, properties }: Element): boolean {
  return (tagName === 'ins' || tagName === 'del') && ('cite' in properties || 'dateTime' in properties)
}

/** Converts headings, titles and quotations, which Word marks only by their role or the name of their style. */
function asNamedStyle(paragraph: Element): Element {
  const { role, ariaLevel } = paragraph.properties
  if (role === 'heading')
    return { ...paragraph, tagName: `h${Math.min(Math.max(Number(ariaLevel ?? 2), 1), 4)}` }
  if (hasClass(paragraph, 'MsoTitle')) return { ...paragraph, tagName: 'h1' }
  return hasClass(paragraph, 'MsoQuote', 'MsoIntenseQuote') ? el('blockquote', [paragraph]) : paragraph
}

/** The signs that CSS counts with, as the `type` of a list. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])

/** The attributes of a list; Google Docs says only in the style of its items how they are counted. */
function counting(list: Element): Element['properties'] {
  const items = [list, ...list.children.filter((child) => isElement(child, 'li'))]
  const styles = items.map((item) =>
    /list-style(?:-type)?:\s*([a-z-]+)/i.exec(styleText(item))?.[1]?.toLowerCase(),
  )
  const type = styles.map((style) => TYPES.get(style ?? '')).find((found) => found !== undefined)
  return type === undefined ? list.properties : { type, ...list.properties }
}

function rowsOf(node: Element): Element[] {
  if (node.tagName === 'tr') return [node]
  return node.children.flatMap((child) => (isElement(child) ? rowsOf(child) : []))
}

function cellsOf(row: Element): Element[] {
  return row.children.filter((child): child is Element => isElement(child, 'td', 'th'))
}

/**
 * Whether a table only puts things in their place, as mails do: of one column, beside which those without lines may have
 * empty ones, or with tables in its cells.
 */
function isLayout(table: Element): boolean {
  const { role, border, cellPadding } = table.properties
  if (role === 'presentation' || role === 'none') return true
  const cells = rowsOf(table).map(cellsOf)
  const hasDistances = Number(border ?? 0) === 0 && Number(cellPadding ?? 1) === 0 && !isOfSheet(cells.flat())
  const columns = cells.map((row) =>
    hasDistances ? row.filter(({ children }) => !children.every(isVoid)) : row,
  )
  return columns.every((row) => row.length < 2) || cells.flat().some(holdsTable)
}

/** Whether cells come from Excel, where empty cells are part of the table. */
function isOfSheet(cells: readonly Element[]): boolean {
  return cells.some((cell) => /\bxl\d+\b/.test(String(cell.properties.className)))
}

/** Whether nothing is seen of a node. */
function isVoid(node: ElementContent): boolean {
  if (!isElement(node)) return node.type !== 'text' || node.value.trim() === ''
  return node.tagName !== 'img' && node.children.every(isVoid)
}

function holdsTable(node: ElementContent): boolean {
  return isElement(node) && (node.tagName === 'table' || node.children.some(holdsTable))
}

/** The content of a row as blocks, one cell after the other. */
function blocksOf(row: Element): ElementContent[] {
  return cellsOf(row).flatMap((cell) => inParagraphs(cell.children))
}
