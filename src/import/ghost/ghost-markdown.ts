import type { ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'
import { el, isElement, text } from '../../domain/body/html/hast.ts'
import { markdownNodes } from '../body/markdown-body.ts'

/**
 * Nodes of a text in Markdown as Ghost shows it: lines end where they do, `#Heading` needs no blank, and ==words== are
 * marked.
 */
export function ghostMarkdownNodes(source: string): ElementContent[] {
  const tree: Root = { type: 'root', children: markdownNodes(withBlanks(source), { keepsLines: true }) }
  visit(tree, (node, index, parent) => {
    if (isElement(node, 'code', 'pre')) return SKIP
    if (node.type !== 'text' || !node.value.includes('==') || !parent || index === undefined) return undefined
    const nodes = marked(node.value)
    parent.children.splice(index, 1, ...nodes)
    return [SKIP, index + nodes.length]
  })
  return tree.children as ElementContent[]
}

/** Puts the blank after the signs of a heading that other systems ask for, outside of code. */
function withBlanks(source: string): string {
  let fence = ''
  return source
    .split('\n')
    .map((line) => {
      const [, signs = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
      if (fence === '') fence = signs
      else if (signs.startsWith(fence) && line.trim() === signs) fence = ''
      return fence === '' ? line.replace(/^(#{1,6})(?=[^#\s])/, '$1 ') : line
    })
    .join('\n')
}

/** A text with its marked words as elements. */
function marked(words: string): ElementContent[] {
  const parts = words.split('==')
  return parts.flatMap((part, at): ElementContent[] => {
    const isLast = at === parts.length - 1
    if (at % 2 === 0) return part === '' ? [] : [text(part)]
    if (isLast) return [text(`==${part}`)]
    return /^\S/.test(part) && /\S$/.test(part) ? [el('mark', [text(part)])] : [text(`==${part}==`)]
  })
}
