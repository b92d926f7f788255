import type { Element, ElementContent, Root } from 'hast'
import { toString } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import { el, isBlank, isElement, text } from '../../domain/body/html/hast.ts'
import { embeddedAddress } from '../../domain/body/html/safe-html.ts'
import { embedOf } from '../../domain/story/embed.ts'
import type { Note } from '../description.ts'
import { headingId } from './permalinks.ts'
import type { Pieces } from './tags/marks.ts'
import { figuresIn } from './tags/named-blocks.ts'

/** Puts what tags mean in the place of the words that stood for them; in code and attributes, the tags as written. */
export function fillPieces(tree: Root, pieces: Pieces): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element') {
      for (const [name, value] of Object.entries(node.properties))
        if (typeof value === 'string' && pieces.isIn(value)) node.properties[name] = pieces.sourceOf(value)
      if (node.tagName !== 'code' && node.tagName !== 'pre') return undefined
      visit(node, 'text', (inside) => {
        inside.value = pieces.sourceOf(inside.value)
      })
      return SKIP
    }
    if (node.type !== 'text' || !pieces.isIn(node.value) || parent === undefined || index === undefined)
      return undefined
    const nodes = pieces.nodesOf(node.value)
    parent.children.splice(index, 1, ...nodes)
    return [SKIP, index + nodes.length]
  })
}

/** What Markdown on the web means beyond its signs: GitHub's alerts, frames, ids of headings, lists of attributes, titles as captions. */
export function readConventions(tree: Root, hasAttributeLists: boolean): void {
  if (hasAttributeLists) dropAttributeLists(tree)
  visit(tree, 'element', (node, index, parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.tagName === 'blockquote') asAlert(node)
    const address = embeddedAddress(node)
    if (address !== null && embedOf(address) !== null) {
      parent.children[index] = el('figure', [el('a', [text(address)], { href: address })], {
        dataBlock: 'embed',
      })
      return SKIP
    }
    const figures = node.tagName === 'p' ? captionedPictures(node) : null
    if (figures === null) return undefined
    parent.children.splice(index, 1, ...figures)
    return [SKIP, index + figures.length]
  })
  nameHeadings(tree)
}

/** `> [!NOTE]` begins a note beside the text. */
function asAlert(quote: Element): void {
  const first = quote.children.find((child) => isElement(child, 'p'))
  const words = isElement(first) ? first.children[0] : undefined
  if (words?.type !== 'text') return
  const rest = words.value.replace(/^\s{0,9}\[!\w{1,20}\][+-]?[ \t]{0,9}\n?/, '')
  if (rest === words.value) return
  words.value = rest
  quote.tagName = 'aside'
  quote.properties = { dataBlock: 'note' }
}

/** The pictures of a paragraph that has nothing else, where one has a title: that is its caption. */
function captionedPictures({ children }: Element): Element[] | null {
  const shown = children.filter((child) => !isBlank(child))
  const pictures = shown.map((child) => pictureIn(child))
  if (pictures.length === 0 || !pictures.every((picture) => picture !== null)) return null
  if (!pictures.some(({ properties }) => properties.title)) return null
  return shown.flatMap((child) => {
    if (!isElement(child, 'a')) return figuresIn([child])
    return figuresIn(child.children).map((figure) => {
      const [picture, ...rest] = figure.children
      return {
        ...figure,
        children: [...(picture === undefined ? [] : [{ ...child, children: [picture] }]), ...rest],
      }
    })
  })
}

function pictureIn(node: ElementContent): Element | null {
  if (!isElement(node)) return null
  if (node.tagName !== 'a') return node.tagName === 'img' ? node : null
  const [only, ...more] = node.children.filter((child) => !isBlank(child))
  return isElement(only, 'img') && more.length === 0 ? only : null
}

/** Where kramdown writes the list of contents. */
function isContentsList(node: Element): boolean {
  if (node.tagName !== 'ul' && node.tagName !== 'ol') return false
  return node.children.length <= 3 && /\{:\s{0,9}toc/.test(toString(node).slice(0, 200))
}

const ATTRIBUTE_LIST = /\{::?[ ]?[^{}\n]{0,300}\}/g

/** `{: .wide}` says how kramdown shows the block before it. */
function dropAttributeLists(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && (node.tagName === 'code' || node.tagName === 'pre')) return SKIP
    if (node.type === 'element' && isContentsList(node) && parent !== undefined && index !== undefined) {
      parent.children.splice(index, 1)
      return [SKIP, index]
    }
    if (node.type !== 'text' || !node.value.includes('{:')) return undefined
    node.value = node.value.replace(ATTRIBUTE_LIST, '')
    return undefined
  })
}

/** Gives headings the ids that links in Markdown lead to: `{#id}`, or their words. */
function nameHeadings(tree: Root): void {
  const taken = new Map<string, number>()
  visit(tree, 'element', (node) => {
    if (!/^h[1-6]$/.test(node.tagName)) return
    const last = node.children.at(-1)
    const written =
      last?.type === 'text' ? /\s{0,9}\{#([\w:.-]{1,200})[^{}]{0,200}\}\s{0,9}$/.exec(last.value) : null
    if (last?.type === 'text' && written !== null) last.value = last.value.slice(0, written.index)
    const name = written?.[1] ?? headingId(toString(node))
    const times = taken.get(name) ?? 0
    taken.set(name, times + 1)
    node.properties.id ??= times === 0 ? name : `${name}-${times}`
  })
}

/** Takes the heading away that a text begins with, when it is the title, and returns its words. */
export function takeTitle(tree: Root, title: string): string {
  const at = tree.children.findIndex(
    (child) => child.type === 'element' || (child.type === 'text' && child.value.trim()),
  )
  const first = tree.children[at]
  if (!isElement(first, 'h1')) return ''
  const words = toString(first).replace(/\s+/g, ' ').trim()
  if (title !== '' && words.toLowerCase() !== title.toLowerCase()) return ''
  tree.children.splice(at, 1)
  return words
}

/** What of a tree only its generator could show. */
export function leftoverNotes(tree: Root, isMdx: boolean): Note[] {
  const notes: Note[] = []
  visit(tree, (node) => {
    if (node.type === 'element' && (node.tagName === 'code' || node.tagName === 'pre')) return SKIP
    if (node.type === 'element' && node.properties.dataDirective !== undefined) {
      const name = String(node.properties.dataDirective)
      notes.push({ kind: 'changed', text: `The content of the block “${name}” stands without it` })
    }
    if (isMdx && node.type === 'text' && /\{[^{}\n]{1,300}\}/.test(node.value))
      notes.push({ kind: 'changed', text: 'An expression of MDX stays as text' })
    return undefined
  })
  return notes
}
