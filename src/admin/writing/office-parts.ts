import type { Element, ElementContent, Root, RootContent } from 'hast'

/** A page as Word, Google Docs and spreadsheets put it on the clipboard → with only what a story can hold of it. */
export function tidyOffice(tree: Root): void {
  tree.children = tree.children.flatMap((node): RootContent[] =>
    node.type === 'element' ? tidy(node) : [node],
  )
}

function tidy(node: Element): ElementContent[] {
  if (isRemark(node)) return []
  const element = { ...node, children: tidyAll(node.children) }
  if (isTracked(node)) return node.tagName === 'ins' ? element.children : []
  switch (element.tagName) {
    case 'table':
      return parseRows(element).flatMap(asParagraphs)
    case 'ul':
    case 'ol':
      return [{ ...element, children: nested(element.children) }]
    case 'span':
      // Safari writes a space of its own between words.
      return hasClass(node, 'Apple-converted-space') ? [{ type: 'text', value: ' ' }] : [element]
    case 'p':
      return [asNamedStyle(element)]
    default:
      return [element]
  }
}

function tidyAll(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child) => (child.type === 'element' ? tidy(child) : [child]))
}

function hasClass({ properties }: Element, ...names: string[]): boolean {
  const { className } = properties
  return Array.isArray(className) && className.some((name) => names.includes(String(name)))
}

/** What reviewers noted at the margin, and the marks that lead there. */
function isRemark(node: Element): boolean {
  if (hasClass(node, 'MsoCommentReference', 'msocomanchor', 'msocomoff')) return true
  if (node.tagName === 'a') return /^#(?:cmnt|_msocom)/.test(String(node.properties.href ?? ''))
  return /mso-element:\s*comment/i.test(String(node.properties.style ?? ''))
}

/** A change that Word has tracked: the text comes as it would be once all were accepted. */
function isTracked({ tagName, properties }: Element): boolean {
  return (tagName === 'ins' || tagName === 'del') && ('cite' in properties || 'dateTime' in properties)
}

/** Paragraphs that only the name of their style tells apart. */
function asNamedStyle(paragraph: Element): Element {
  if (hasClass(paragraph, 'MsoTitle')) return { ...paragraph, tagName: 'h1' }
  if (!hasClass(paragraph, 'MsoQuote', 'MsoIntenseQuote')) return paragraph
  return { type: 'element', tagName: 'blockquote', properties: {}, children: [paragraph] }
}

/** Google Docs writes a deeper list after its item; it belongs inside. */
function nested(children: readonly ElementContent[]): ElementContent[] {
  const items: ElementContent[] = []
  for (const child of children) {
    const isList = child.type === 'element' && (child.tagName === 'ul' || child.tagName === 'ol')
    const last = items.findLast((item) => item.type === 'element')
    if (isList && last?.type === 'element' && last.tagName === 'li') last.children.push(child)
    else items.push(child)
  }
  return items
}

function parseRows(node: Element): Element[] {
  if (node.tagName === 'tr') return [node]
  return node.children.flatMap((child) => (child.type === 'element' ? parseRows(child) : []))
}

/** A row of cells becomes a line; a single cell only held its blocks in place. */
function asParagraphs(row: Element): ElementContent[] {
  const cells = row.children.filter(
    (child): child is Element => child.type === 'element' && /^t[dh]$/.test(child.tagName),
  )
  const [only] = cells
  if (only !== undefined && cells.length === 1) {
    const isLine = only.children.every((child) => !isBlock(child))
    return isLine ? [{ ...only, tagName: 'p', properties: {} }] : only.children
  }
  const line = cells
    .map(inLine)
    .filter((words) => words.length > 0)
    .flatMap((words, index) => (index === 0 ? words : [{ type: 'text', value: ' · ' } as const, ...words]))
  return line.length === 0 ? [] : [{ type: 'element', tagName: 'p', properties: {}, children: line }]
}

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'figure'],
])

function isBlock(node: RootContent): boolean {
  return node.type === 'element' && BLOCKS.has(node.tagName)
}

function showsNothing(node: ElementContent): boolean {
  if (node.type === 'element') return node.tagName !== 'img' && node.children.every(showsNothing)
  return node.type === 'comment' || node.value.trim() === ''
}

/** The words of a cell without its paragraphs; nothing for one that only holds blanks. */
function inLine(cell: Element): ElementContent[] {
  const words: ElementContent[] = []
  for (const child of cell.children) {
    if (showsNothing(child)) continue
    if (words.length > 0) words.push({ type: 'text', value: ' ' })
    if (child.type === 'element' && isBlock(child)) words.push(...inLine(child))
    else words.push(child)
  }
  return words
}
