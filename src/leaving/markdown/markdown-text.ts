import type { Element, ElementContent, Root } from 'hast'
import { type Handle, toMdast } from 'hast-util-to-mdast'
import type { Html } from 'mdast'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { visit } from 'unist-util-visit'
import { inParagraphs } from '../../domain/body/arrange-blocks.ts'
import { isBlank, isElement } from '../../domain/body/html/hast.ts'
import { markdownNodes } from '../../import/body/markdown-body.ts'
import { nodesOf, storyBody } from '../../import/body/story-body.ts'
import { htmlOf } from '../body.ts'

/**
 * A text as Markdown: each block in the signs of Markdown where these read back as the same block, and as HTML, which Markdown
 * may hold, where they do not: figures with captions, boxes, footnotes, tables with more than lines.
 */
export function markdownText(html: string): string {
  const blocks: string[] = []
  let isAfterList = false
  for (const node of nodesOf(html)) {
    if (node.type !== 'element' && node.type !== 'text') continue
    if (isBlank(node)) continue
    const isList = isElement(node, 'ul', 'ol')
    // One list would go on with the next, and code that is indented belong to the last item.
    const signs: string | null = isAfterList && (isList || isElement(node, 'pre')) ? null : inSigns(node)
    blocks.push(signs ?? asHtml(node))
    isAfterList = isList && signs !== null
  }
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

/** Elements without a sign of their own. */
const asTags: Handle = (state, node: Element) => {
  const tag = (value: string): Html => ({ type: 'html', value })
  return [tag(`<${node.tagName}>`), ...state.all(node), tag(`</${node.tagName}>`)] as ReturnType<Handle>
}
const HANDLERS = { u: asTags, s: asTags, cite: asTags, sup: asTags, sub: asTags }

/** A block in signs; null where they mean something else. */
function inSigns(node: ElementContent): string | null {
  if (hasId(node)) return null
  const mdast = toMdast(
    { type: 'root', children: [structuredClone(node)] },
    { handlers: HANDLERS, document: true },
  )
  if (mdast.type !== 'root') return null
  const source = toMarkdown(mdast, {
    bullet: '-',
    emphasis: '_',
    rule: '-',
    extensions: [gfmTableToMarkdown()],
  }).trimEnd()
  // What begins a shortcode of Hugo, or a block of other dialects.
  if (source === '' || source.includes('{{') || /^\s*:{3}|\{#|\[!/m.test(source)) return null
  return read(source) === canonical(node) ? source : null
}

function read(source: string): string {
  return storyOf({ type: 'root', children: markdownNodes(source) })
}

function canonical(node: ElementContent): string {
  return storyOf({ type: 'root', children: [structuredClone(node)] })
}

/** The story that a tree is, without what means nothing: line ends between blocks, a paragraph that is all of an item or cell. */
function storyOf(tree: Root): string {
  const children = inParagraphs(tree.children as ElementContent[])
  return storyBody({ type: 'root', children }, 'en')
    .html.replace(/>\s*\n\s*</g, '><')
    .replace(/<(li|td|th)([^<>]*)><p>((?:(?!<\/?p>|<[uo]l).)*)<\/p>(?=<\/\1>|<[uo]l)/gs, '<$1$2>$3')
}

/** Whether a link leads to a part of a block: its name would be another one. */
function hasId(node: ElementContent): boolean {
  let found = false
  if (isElement(node))
    visit(node, 'element', ({ properties: { id } }) => {
      found ||= id !== undefined
    })
  return found
}

/** HTML of one line: a blank line would end it. */
function asHtml(node: ElementContent): string {
  const copy = structuredClone(node)
  return htmlOf(copy)
    .replace(/<pre[\s>].*?<\/pre>/gs, (pre) => pre.replaceAll('\n', '&#10;'))
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('{{', '&#123;{')
}
