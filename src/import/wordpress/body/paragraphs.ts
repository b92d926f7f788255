import type { Element, ElementContent, RootContent } from 'hast'
import { wordSet } from '../../../domain/text/word-set.ts'
import { isBlockLevel } from '../../../domain/body/arrange-blocks.ts'
import { el, isBlank, isElement, text } from '../../../domain/body/html/hast.ts'

/** Elements whose text is shown as it is, or not at all. */
const AS_IT_IS = wordSet(
  'pre textarea script style noscript svg math select iframe object video audio canvas',
)
/** Elements of one line or several, never of paragraphs. */
const LINES = wordSet('h1 h2 h3 h4 h5 h6 figcaption caption summary dt legend address')
/** Elements that hold others only: line ends between those mean nothing. */
const STRUCTURE = wordSet('ul ol menu dir dl table thead tbody tfoot tr colgroup figure hgroup picture')
/** Elements that hold lines, or paragraphs where blank lines or blocks are in them. */
const LOOSE = wordSet('li td th dd')

/** A blank line. */
const GAP = /\n[^\S\n]*\n\s*/

/**
 * The nodes of a classic text, which has no paragraphs of its own: blank lines part paragraphs, and the end of a line is a
 * break, as WordPress shows it.
 */
export function withParagraphs(nodes: readonly RootContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  let run: ElementContent[] = []
  const endRun = () => {
    blocks.push(...paragraphsOf(run))
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'text' || (isElement(node) && !isBlockLevel(node) && !AS_IT_IS.has(node.tagName)))
      run.push(node)
    else if (isElement(node)) {
      endRun()
      blocks.push(...ofBlock(node))
    }
  }
  endRun()
  return blocks
}

function ofBlock(node: Element): ElementContent[] {
  const { tagName, children } = node
  if (AS_IT_IS.has(tagName)) return [node]
  if (tagName === 'p') {
    const paragraphs = withParagraphs(children)
    const [only] = paragraphs
    return paragraphs.length === 1 && isElement(only, 'p')
      ? [{ ...node, children: only.children }]
      : paragraphs
  }
  if (STRUCTURE.has(tagName)) {
    const parts = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
    return [{ ...node, children: parts.flatMap((child) => (isElement(child) ? ofPart(child) : [child])) }]
  }
  const isLine = LINES.has(tagName) || (LOOSE.has(tagName) && !needsParagraphs(children))
  return [{ ...node, children: isLine ? trimmed(withBreaks(children)) : withParagraphs(children) }]
}

/** A part of a list, table or figure, whose inline parts stand alone: a link around a picture. */
function ofPart(node: Element): ElementContent[] {
  return STRUCTURE.has(node.tagName) || isBlockLevel(node) ? ofBlock(node) : [node]
}

function needsParagraphs(nodes: readonly ElementContent[]): boolean {
  return nodes.some((node) =>
    node.type === 'text' ? GAP.test(node.value.trim()) : isElement(node) && isBlockLevel(node),
  )
}

/** The paragraphs of inline content. */
function paragraphsOf(run: readonly ElementContent[]): ElementContent[] {
  return split(run)
    .flatMap(atDoubleBreaks)
    .map((nodes) => trimmed(withBreaks(nodes)))
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => el('p', nodes))
}

/** Inline content in parts that blank lines part, also those within its elements. */
function split(nodes: readonly ElementContent[]): ElementContent[][] {
  const parts: ElementContent[][] = [[]]
  const add = (node: ElementContent) => parts.at(-1)?.push(node)
  for (const node of nodes) {
    const pieces: ElementContent[] =
      node.type === 'text'
        ? node.value.split(GAP).map((value) => text(value))
        : isElement(node)
          ? split(node.children).map((children) => ({ ...node, children }))
          : [node]
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) parts.push([])
      add(piece)
    }
  }
  return parts
}

/** Two breaks, one after the other, part paragraphs. */
function atDoubleBreaks(nodes: readonly ElementContent[]): ElementContent[][] {
  const parts: ElementContent[][] = [[]]
  let breaks = 0
  for (const node of nodes) {
    if (isElement(node, 'br')) breaks += 1
    else if (!isBlank(node)) {
      if (breaks > 1) parts.push([])
      breaks = 0
    }
    parts.at(-1)?.push(node)
  }
  return parts
}

/** The same with a break for each end of a line. */
function withBreaks(nodes: readonly ElementContent[]): ElementContent[] {
  return broken(nodes, { isAfterBreak: true })
}

function broken(nodes: readonly ElementContent[], place: { isAfterBreak: boolean }): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (isElement(node)) {
      if (node.tagName === 'br') {
        place.isAfterBreak = true
        return [node]
      }
      if (AS_IT_IS.has(node.tagName)) return [node]
      if (node.children.length === 0) place.isAfterBreak = false
      return [{ ...node, children: broken(node.children, place) }]
    }
    if (node.type !== 'text') return []
    return node.value.split('\n').flatMap((line, at): ElementContent[] => {
      const needsBreak = at > 0 && !place.isAfterBreak
      if (at > 0) place.isAfterBreak = true
      const words = at > 0 ? line.trimStart() : line
      if (words.trim() !== '') place.isAfterBreak = false
      const shown = words === '' ? [] : [text(words)]
      return needsBreak ? [el('br'), ...shown] : shown
    })
  })
}

/** Without breaks and blanks at both ends. */
function trimmed(nodes: readonly ElementContent[]): ElementContent[] {
  const isNothing = (node: ElementContent) => isBlank(node)
  const from = nodes.findIndex((node) => !isNothing(node))
  const to = nodes.findLastIndex((node) => !isNothing(node))
  return from < 0 ? [] : nodes.slice(from, to + 1)
}
