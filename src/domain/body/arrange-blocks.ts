import type { Element, ElementContent, Root } from 'hast'
import { wordSet } from '../text/word-set.ts'
import { DROPPED, ELEMENTS } from './elements.ts'
import { el, isElement, isInline, showsNothing, text } from './html/hast.ts'

/** Block-level elements that a story does not have: their content takes their place. */
export const CONTAINERS = wordSet(
  'div section article main header aside nav hgroup search center address details summary dialog form fieldset legend',
  'dl dt dd caption marquee',
)

/**
 * Brings a tree into the structure that a story has, in place: blocks, lists of items, lines of inline content. What a
 * story cannot hold is replaced by its content. No words run together that stood apart.
 */
export function arrangeBlocks(root: Root): void {
  root.children = arranged(root.children as ElementContent[], { block: '', marks: new Set() })
}

/** Whether an element is a block or container. Unknown ones, such as Word's names of towns, count as inline. */
export function isBlockLevel(node: Element): boolean {
  return !isInline(node) && (ELEMENTS[node.tagName] !== undefined || CONTAINERS.has(node.tagName))
}

/** Where a node is: the story's block around it, and the inline elements of a story that it is in. */
interface Place {
  block: string
  marks: ReadonlySet<string>
}

/** Nodes as blocks and inline content. */
function arranged(nodes: readonly ElementContent[], place: Place): ElementContent[] {
  return withLists(nodes, place).flatMap((node) => {
    if (!isElement(node)) return node.type === 'text' ? [node] : []
    if (DROPPED.has(node.tagName)) return []
    return isInline(node) ? arrangedInline(node, place) : arrangedBlock(node, place)
  })
}

function arrangedInline(node: Element, place: Place): ElementContent[] {
  const isMark = ELEMENTS[node.tagName] !== undefined
  const marks = isMark ? new Set([...place.marks, node.tagName]) : place.marks
  const children = arranged(node.children, { ...place, marks })
  const element = { ...node, children }
  if (children.every(isInline)) return [element]
  return isMark && !place.marks.has(node.tagName) ? aroundLines(children, element) : children
}

function arrangedBlock(node: Element, place: Place): ElementContent[] {
  const { tagName } = node
  const element = ELEMENTS[tagName]
  const isOfStory = element !== undefined && (element.within?.includes(place.block) ?? true)
  const children = arranged(node.children, isOfStory ? { ...place, block: tagName } : place)
  if (!isOfStory) {
    return isBlockLevel(node) || !children.every(isInline) ? withBlock(inParagraphs(children)) : children
  }
  if (tagName === 'ul' || tagName === 'ol') return inItems({ ...node, children })
  if (tagName === 'p' && !children.every(isInline)) return inParagraphs(children)
  // A block within a heading, caption or code becomes a line of it.
  const inside = element.isLine
    ? inLines(children, tagName === 'pre' ? text('\n') : el('br'))
    : apartAfterBlocks(children)
  return [{ ...node, children: inside }]
}

/** Nodes whose inline content after a block is in paragraphs: empty blocks go, and would leave two lines as one. */
function apartAfterBlocks(nodes: readonly ElementContent[]): ElementContent[] {
  const at = nodes.findIndex((node) => !isInline(node))
  return at < 0 ? [...nodes] : [...nodes.slice(0, at), ...inParagraphs(nodes.slice(at))]
}

/** Items without a list become one. */
function withLists(nodes: readonly ElementContent[], { block }: Place): readonly ElementContent[] {
  if (block === 'ul' || block === 'ol' || !nodes.some((node) => isElement(node, 'li'))) return nodes
  const all: ElementContent[] = []
  let list: Element | null = null
  for (const node of nodes) {
    if (isElement(node, 'li')) {
      if (list === null) all.push((list = el('ul')))
      list.children.push(node)
    } else {
      if (!showsNothing(node)) list = null
      all.push(node)
    }
  }
  return all
}

/** A list whose children are all items: other children join the item before them, or go before the list. */
function inItems(list: Element): ElementContent[] {
  const before: ElementContent[] = []
  const items: Element[] = []
  for (const node of inParagraphs(list.children)) {
    if (isElement(node, 'li')) items.push(node)
    else if (!showsNothing(node)) (items.at(-1)?.children ?? before).push(node)
  }
  return withBlock(items.length === 0 ? before : [...before, { ...list, children: items }])
}

/** Returns an empty paragraph if there are no blocks, so the neighbours stay separate. */
function withBlock(nodes: ElementContent[]): ElementContent[] {
  return nodes.every(isInline) ? [el('p')] : nodes
}

/** Blocks only: inline content between them becomes paragraphs. */
export function inParagraphs(nodes: readonly ElementContent[]): ElementContent[] {
  return withRuns(nodes, (run) => [el('p', run)])
}

/** The same blocks, with an inline element around each of their lines. */
function aroundLines(nodes: readonly ElementContent[], mark: Element): ElementContent[] {
  const around = (run: ElementContent[]) => [{ ...mark, children: run }]
  return withRuns(nodes, around).map((node) =>
    isElement(node) && !isInline(node) ? { ...node, children: aroundLines(node.children, mark) } : node,
  )
}

/** The same nodes, with what `change` makes of each run of inline content that shows something. */
function withRuns(
  nodes: readonly ElementContent[],
  change: (run: ElementContent[]) => ElementContent[],
): ElementContent[] {
  const all: ElementContent[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    all.push(...(run.every(showsNothing) ? run : change(run)))
    run = []
  }
  for (const node of nodes) {
    if (isElement(node) && isBlockLevel(node)) {
      endRun()
      all.push(node)
    } else run.push(node)
  }
  endRun()
  return all
}

/** Inline content only: each block becomes a line, set off by `lineEnd`. */
function inLines(nodes: readonly ElementContent[], lineEnd: ElementContent): ElementContent[] {
  const line: ElementContent[] = []
  let hasWords = false
  let isEnded = false
  for (const node of nodes) {
    const isBlock = isElement(node) && !isInline(node)
    const content = isBlock ? inLines(node.children, lineEnd) : [node]
    const isShown = !content.every(showsNothing)
    if (isShown && hasWords && (isBlock || isEnded)) line.push(structuredClone(lineEnd))
    if (isBlock || isShown) isEnded = isBlock
    hasWords ||= isShown
    line.push(...content)
  }
  return line
}
