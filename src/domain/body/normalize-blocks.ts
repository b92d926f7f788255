import type { Element, ElementContent, Root, RootContent } from 'hast'
import { ELEMENTS } from './elements.ts'
import { el, isBlank, isElement, text, textOf, isInline } from './html/hast.ts'

/**
 * Normalises a sanitised tree: no heading above h2, no empty paragraphs, stray text in paragraphs, single pictures in
 * figures, the speaker of a quotation in its footer. Mutates `root`.
 */
export function normalizeBlocks(root: Root): ElementContent[] {
  return normalizeNodes(root.children)
}

function normalizeNodes(nodes: RootContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  let line: ElementContent[] = []
  const endLine = () => {
    if (line.some((node) => !isBlank(node))) blocks.push(...normalizeBlock(el('p', line)))
    line = []
  }
  for (const node of nodes) {
    if (node.type === 'doctype') continue
    if (isInline(node)) line.push(node)
    else {
      endLine()
      blocks.push(...normalizeBlock(node))
    }
  }
  endLine()
  return blocks
}

function normalizeBlock(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return []
  if (node.tagName === 'p' && !node.children.every(isInline)) return normalizeNodes(node.children)
  normalizeChildren(node)
  if (node.tagName === 'p') {
    const shown = node.children.filter((child) => !isBlank(child))
    if (shown.length > 0 && shown.every((child) => isElement(child, 'img'))) {
      return shown.map((image) => el('figure', [image]))
    }
  }
  return isEmpty(node) ? [] : [node]
}

function normalizeChildren(node: Element): void {
  if (node.tagName === 'h1') node.tagName = 'h2'
  node.children = node.children.flatMap(normalizeInline)
  if (isElement(node, 'ul', 'ol', 'blockquote', 'figure', 'table', 'tr')) {
    node.children = node.children.filter((child) => child.type !== 'text' || !isBlank(child))
  }
  if (node.tagName === 'blockquote') nameSpeaker(node)
  if (node.tagName === 'aside') node.children = normalizeNodes(node.children)
}

/**
 * Normalises an inline node: dropped when it shows nothing, replaced by its content when it is a link or mark without
 * effect.
 */
function normalizeInline(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return [node]
  normalizeChildren(node)
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

/** Whether a normalised element shows neither words nor a picture. */
function isEmpty(node: Element): boolean {
  return ELEMENTS[node.tagName]?.isShownEmpty !== true && node.children.every(isBlank)
}

function isExternal(href: unknown): boolean {
  return typeof href === 'string' && /^(?:https?:|[/\\]{2})/i.test(href)
}

/** Turns the speaker at the end of a quotation, after an em dash, into its footer with a cite. */
function nameSpeaker(quote: Element): void {
  const last = quote.children.findLast((child) => isElement(child))
  if (!isElement(last, 'p')) return
  const line = speakerOf(last.children)
  if (line === null) return
  quote.children.splice(
    quote.children.indexOf(last),
    1,
    ...(line.words.length === 0 ? [] : [{ ...last, children: line.words }]),
    el('footer', [text('— '), el('cite', line.speaker)]),
  )
}

/** Longest speaker, in characters, behind the words of a quotation in one line. */
const MAX_SPEAKER = 80

/**
 * The words and the speaker of a paragraph: all of it when it begins with an em dash, else what is behind one that follows a line
 * break or, in a quotation with marks, the closing mark.
 */
function speakerOf(
  line: readonly ElementContent[],
): { words: ElementContent[]; speaker: ElementContent[] } | null {
  const isMarked = /^\s*["“„«»‘‚‹›]/.test(line.map(textOf).join(''))
  for (const [at, node] of [...line.entries()].reverse()) {
    const dash = node.type === 'text' ? node.value.lastIndexOf('—') : -1
    if (node.type !== 'text' || dash === -1) continue
    const words = node.value.slice(0, dash).trimEnd()
    const name = node.value.slice(dash + 1).trimStart()
    const earlier = line.slice(0, at)
    const before = earlier.map(textOf).join('') + words
    const speaker = [...(name === '' ? [] : [text(name)]), ...line.slice(at + 1)]
    if (before.trim() === '') return { words: [], speaker }
    const isBroken = words === '' && isElement(earlier.at(-1), 'br')
    const isClosed = isMarked && /["”“»«’‘›‹]\s*$/.test(before)
    if ((!isBroken && !isClosed) || speaker.map(textOf).join('').length > MAX_SPEAKER) return null
    const kept = isBroken ? earlier.slice(0, -1) : earlier
    return { words: words === '' ? kept : [...kept, text(words)], speaker }
  }
  return null
}
