import type { ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { linkedName } from '../../domain/body/anchors.ts'
import { inParagraphs } from '../../domain/body/arrange-blocks.ts'
import { isElement, showsNothing, textOf } from '../../domain/body/html/hast.ts'
import { nodesOf, storyBody } from '../body/story-body.ts'
import type { Note } from '../description.ts'
import { ghostMarkdownNodes } from './ghost-markdown.ts'
import { fillAddresses } from './addresses.ts'
import type { Findings } from './cards.ts'
import { readGhostHtml } from './ghost-html.ts'
import { lexicalNodes } from './lexical.ts'
import { mobiledocNodes } from './mobiledoc.ts'
import type { PostRow } from './rows.ts'

export interface GhostBody {
  html: string
  notes: Note[]
  /** Whether a part of it is for members only. */
  isGated: boolean
}

interface BodyOptions {
  /** The magazine's address in the file; null: not known. */
  base: string | null
  language: string
  /** Goes before the text. */
  opening: ElementContent[]
}

type Format = 'lexical' | 'mobiledoc' | 'html' | 'markdown'

/** What an editor wrote comes before what was made of it. */
const FORMATS: ReadonlyMap<Format, (source: string, found: Findings) => ElementContent[] | null> = new Map([
  ['lexical', lexicalNodes],
  ['mobiledoc', mobiledocNodes],
  ['html', (source: string) => nodesOf(source) as ElementContent[]],
  ['markdown', ghostMarkdownNodes],
])

/** The text of a story or page, from the first of its forms in the file that can be read and shows something. */
export function ghostBody(row: Pick<PostRow, Format>, { base, language, opening }: BodyOptions): GhostBody {
  const { nodes, found } = firstReadable(row)
  const tree: Root = { type: 'root', children: [...opening, ...nodes] }
  readGhostHtml(tree, found)
  tree.children = inParagraphs(tree.children as ElementContent[])
  const moved = fillAddresses(tree, base)
  nameLinkedHeadings(tree)
  const { html, notes } = storyBody(tree, language)
  return {
    html,
    notes: [...found.notes, ...moved, ...notes],
    isGated: found.isGated || row.html.includes('<!--members-only-->'),
  }
}

function firstReadable(row: Pick<PostRow, Format>): { nodes: ElementContent[]; found: Findings } {
  let isGated = false
  let isUnreadable = false
  for (const [format, read] of FORMATS) {
    if (row[format].trim() === '') continue
    const found: Findings = { notes: [], isGated }
    const nodes = read(row[format], found)
    isGated ||= found.isGated
    isUnreadable ||= nodes === null
    if (nodes === null || (nodes.every(isEmpty) && found.notes.length === 0)) continue
    if (isUnreadable)
      found.notes.push({
        kind: 'changed',
        text: 'Its text cannot be read as the editor had it: taken from its HTML',
      })
    return { nodes, found }
  }
  const notes: Note[] = isUnreadable ? [{ kind: 'dropped', text: 'Its text, which cannot be read' }] : []
  return { nodes: [], found: { notes, isGated } }
}

/** Whether a node shows nothing at all: a document without words has an empty paragraph. */
function isEmpty(node: ElementContent): boolean {
  return isElement(node, 'p') ? node.children.every(showsNothing) : showsNothing(node)
}

/**
 * Gives headings that links of the same text lead to their ids, in place: Ghost makes them of the heading's words, with
 * hyphens since version 3 and without before.
 */
function nameLinkedHeadings(tree: Root): void {
  const names = new Map<string, string>()
  visit(tree, 'element', (node) => {
    const name = linkedName(node)
    if (name !== null) names.set(signs(name), name)
  })
  if (names.size === 0) return
  visit(tree, 'element', (node) => {
    const words = /^h[1-6]$/.test(node.tagName) ? signs(textOf(node)) : ''
    const name = names.get(words)
    if (name === undefined || node.properties.id !== undefined) return
    node.properties.id = name
    names.delete(words)
  })
}

const signs = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
