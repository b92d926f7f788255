import type { Element, ElementContent, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import type { Nodes, Parent, Root, Text } from 'mdast'
import remarkDirective from 'remark-directive'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { type Processor, unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { el, isElement } from '../../domain/body/html/hast.ts'
import { wordSet } from '../../domain/text/word-set.ts'
import { nodesOf } from './story-body.ts'

interface MarkdownOptions {
  /**
   * Whether `:::name` begins a block. Of a note it is an aside; any other is a `div` with the name as `data-directive`. What
   * begins with one or two colons is text all the same.
   */
  directives?: boolean
  /** Whether the end of a line is one, as some systems have it, and not a blank. */
  keepsLines?: boolean
  /** Whether a line that begins with blanks is text, as in MDX, and not code. */
  isIndentedText?: boolean
}

/** Nodes of Markdown, in which HTML may stand: not yet cleaned, for `storyBody`. Tables, footnotes and tasks as GitHub has them. */
export function markdownNodes(source: string, options: MarkdownOptions = {}): RootContent[] {
  const parser = unified().use(remarkParse).use(remarkGfm)
  if (options.directives === true) parser.use(remarkDirective)
  if (options.isIndentedText === true) parser.use(withoutIndentedCode)
  const tree = parser.runSync(parser.parse(source)) as Root
  if (options.directives === true) readDirectives(tree, source)
  if (options.keepsLines === true) breakLines(tree)
  const html = unified().use(remarkRehype, { allowDangerousHtml: true }).runSync(tree)
  // HTML in Markdown need not be whole: all of it is parsed as one text.
  const nodes = withFootnoteList(nodesOf(toHtml(html, { allowDangerousHtml: true })))
  visit({ type: 'root', children: nodes }, { tagName: 'pre' }, endWithLastLine)
  return nodes
}

function breakLines(tree: Root): void {
  visit(tree, 'text', ({ value }, index, parent) => {
    if (!value.includes('\n') || !parent || index === undefined) return undefined
    const lines = value.split('\n').map((line): Text => ({ type: 'text', value: line }))
    const nodes = lines.flatMap((line, at) => (at === 0 ? [line] : [{ type: 'break' } as const, line]))
    parent.children.splice(index, 1, ...nodes)
    return index + nodes.length
  })
}

/** Code without the line end after its last line. */
function endWithLastLine(pre: Element): void {
  const last = pre.children.map((child) => (isElement(child, 'code') ? child.children.at(-1) : child)).at(-1)
  if (last?.type === 'text') last.value = last.value.replace(/\n$/, '')
}

function withoutIndentedCode(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: unknown[] }
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['codeIndented'] } }]
}

/** Blocks that are notes beside the text. */
export const NOTE_NAMES = wordSet(
  'note notes notice tip tips info information warning warn caution danger important aside hint callout alert',
  'admonition attention error success question example abstract seealso',
)

function readDirectives(tree: Root, source: string): void {
  visit(tree, (node: Nodes, index, parent?: Parent) => {
    if (parent === undefined || index === undefined) return undefined
    if (node.type === 'containerDirective') {
      const isNote = NOTE_NAMES.has(node.name.toLowerCase())
      node.data = {
        ...node.data,
        ...(isNote
          ? { hName: 'aside', hProperties: { dataBlock: 'note' } }
          : { hName: 'div', hProperties: { dataDirective: node.name } }),
      }
      for (const child of node.children) {
        if (child.type !== 'paragraph' || child.data?.directiveLabel !== true) continue
        child.children = [{ type: 'strong', children: child.children }]
      }
      return undefined
    }
    if (node.type !== 'leafDirective' && node.type !== 'textDirective') return undefined
    const { start, end } = node.position ?? {}
    const value = source.slice(start?.offset, end?.offset)
    const text = { type: 'text', value } as const
    const plain = node.type === 'leafDirective' ? ({ type: 'paragraph', children: [text] } as const) : text
    parent.children.splice(index, 1, plain as (typeof parent.children)[number])
    return [SKIP, index + 1]
  })
}

/** The footnotes at the end as a list below a line, without the English heading. */
function withFootnoteList(nodes: RootContent[]): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    if (!isElement(node, 'section') || node.properties.dataFootnotes === undefined) return [node]
    return [el('hr'), ...node.children.filter((child: ElementContent) => !isElement(child, 'h2'))]
  })
}
