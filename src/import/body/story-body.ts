import type { ElementContent, Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'
import { isElement, showsNothing } from '../../domain/body/html/hast.ts'
import { embeddedAddress, safeTree, stringify } from '../../domain/body/html/safe-html.ts'
import { editable } from '../../domain/body/html/to-editor-html.ts'
import { HIGHLIGHT, leftOutName } from '../../domain/body/left-out.ts'
import type { Note } from '../description.ts'
import { parseHtml } from '#parse-html'

/** A body as the magazine stores it, and what of the source is not in it. */
export interface StoryBody {
  html: string
  notes: Note[]
}

/**
 * The body of a story made of a tree in which a reader has already turned what its format knows (shortcodes, cards, captions)
 * into elements of a story (src/domain/body/elements.ts): figures, `figure[data-block=pictures]`, `figure[data-block=embed]`
 * with a link to a film, `aside[data-block=note]`. What is left that a story cannot hold goes, and each is noted. `language`:
 * whose quotation marks are written where the source only marks a quotation. Changes the tree.
 */
export function storyBody(tree: Root, language: string): StoryBody {
  const notes = lostBy(tree)
  const safe = safeTree(tree.children, language)
  const nodes = withoutEmptyParagraphs(editable(safe.children as ElementContent[]))
  return { html: stringify(nodes).trim(), notes }
}

/** Old editors made space with paragraphs of nothing. One that is all of a cell or an item of a list stays. */
function withoutEmptyParagraphs(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return [node]
    if (nodes.length > 1 && node.tagName === 'p' && node.children.every(showsNothing)) return []
    return [{ ...node, children: withoutEmptyParagraphs(node.children) }]
  })
}

function lostBy(tree: Root): Note[] {
  const notes: Note[] = []
  visit(tree, 'element', (node) => {
    const address = embeddedAddress(node)
    if (address !== null) {
      notes.push({ kind: 'changed', text: `What was shown from ${hostOf(address)} is a link` })
      return 'skip'
    }
    if (isElement(node, 'mark')) notes.push({ kind: 'changed', text: `A ${HIGHLIGHT} is plain text` })
    const name = leftOutName(node)
    if (name === undefined) return undefined
    if (name !== null) notes.push({ kind: 'dropped', text: `A ${name} that a story cannot hold` })
    return 'skip'
  })
  return notes
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}

/** Nodes of HTML, not yet cleaned: what readers change before `storyBody`. */
export function nodesOf(html: string): RootContent[] {
  return parseHtml(html).children
}
