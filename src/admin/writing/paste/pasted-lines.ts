import type { Element, ElementContent, Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'
import { isBlockLevel } from '../../../domain/body/arrange-blocks.ts'
import { el, isBlank, isElement, showsNothing, text, isInline } from '../../../domain/body/html/hast.ts'
import { styleOf } from '../blocks/style.ts'

/** What text keeps of its line ends and runs of blanks, as `white-space` says. */
type Kept = 'nothing' | 'lines' | 'all'

const WHITE_SPACE: ReadonlyMap<string, Kept> = new Map([
  ['normal', 'nothing'],
  ['nowrap', 'nothing'],
  ['collapse', 'nothing'],
  ['pre-line', 'lines'],
  ['preserve-breaks', 'lines'],
  ['pre', 'all'],
  ['pre-wrap', 'all'],
  ['preserve', 'all'],
  ['break-spaces', 'all'],
])

/** Ends of lines and paragraphs that are shown whatever the style says, but not as HTML. */
const SEPARATORS = /[\v\u2028\u2029]/

/** Writes the line ends and indentation of pre-formatted text as elements and signs that mean them, in place. */
export function keepLines(parent: Root | Element, inherited: Kept = 'nothing'): void {
  const hasBlocks = parent.children.some((child) => !isInline(child))
  parent.children = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === 'text') {
      // Between blocks, line ends are the layout of the source.
      return (inherited === 'nothing' && !SEPARATORS.test(child.value)) || (hasBlocks && isBlank(child))
        ? [child]
        : written(child.value, inherited)
    }
    if (!isElement(child)) return [child]
    const style = styleOf(child)
    const whiteSpace = style.get('white-space') ?? style.get('white-space-collapse') ?? ''
    // Editors of code copy lines in a typeface of even width.
    if (whiteSpace === 'pre' && /\bmono/.test(style.get('font-family') ?? '')) child.tagName = 'pre'
    if (child.tagName === 'pre') child.children = [text(codeOf(codeIn(child)).replace(/^\n|\n$/g, ''))]
    else keepLines(child, WHITE_SPACE.get(whiteSpace) ?? inherited)
    return [child]
  })
}

function written(value: string, kept: Kept): ElementContent[] {
  const lines = value.split(kept === 'nothing' ? SEPARATORS : /\r\n|[\r\n\v\u2028\u2029]/)
  return lines.flatMap((line, at): ElementContent[] => {
    const words = kept === 'all' ? line.replaceAll('\t', '    ').replace(/ (?= )/g, '\u00a0') : line
    return [...(at === 0 ? [] : [el('br')]), ...(words === '' ? [] : [text(words)])]
  })
}

/** The content of pre-formatted text without the bars of a page within it, which name a language: its styled code. */
function codeIn(pre: Element): ElementContent[] {
  const found: Element[] = []
  visit(pre, { tagName: 'code' }, (code: Element) => void found.push(code))
  const [only] = found
  const isStyled = found.length === 1 && only?.properties.className !== undefined
  return isStyled && !showsNothing(only) ? only.children : pre.children
}

/** Code, and after it the lines of code in these nodes: a block is a line of its own. */
function codeOf(nodes: readonly ElementContent[], before = ''): string {
  let code = before
  const endLine = () => {
    if (code !== '' && !code.endsWith('\n')) code += '\n'
  }
  for (const node of nodes) {
    if (node.type === 'text') code += node.value
    else if (!isElement(node)) continue
    else if (node.tagName === 'br') code += '\n'
    else if (isBlockLevel(node)) {
      endLine()
      code = codeOf(node.children, code)
      endLine()
    } else code = codeOf(node.children, code)
  }
  return code
}

/** Whether a block is an empty paragraph, which is the distance between two others, or held what is left out. */
function isDistance(node: ElementContent): boolean {
  const isEmpty = (child: ElementContent): boolean =>
    child.type === 'text'
      ? child.value.replace(/[\u200b\ufeff]/g, '').trim() === ''
      : !isElement(child) || (child.tagName !== 'img' && child.children.every(isEmpty))
  return isElement(node, 'p', 'figure', 'blockquote', 'h1', 'h2', 'h3', 'h4') && isEmpty(node)
}

/**
 * Inline content between blocks as paragraphs: a break ends a line, two breaks end a paragraph. What is nothing but one
 * line stays without a paragraph, so that it can be pasted into a sentence.
 */
export function linesToParagraphs(nodes: readonly RootContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  const lines: ElementContent[][] = []
  let line: ElementContent[] = []
  let breaks = 0
  const endLine = () => {
    if (!line.every(showsNothing)) {
      lines.push(line)
      blocks.push(
        line.every((node) => isElement(node, 'img') || isBlank(node)) ? el('div', line) : el('p', line),
      )
    }
    line = []
    breaks = 0
  }
  for (const node of nodes) {
    if (node.type === 'doctype' || node.type === 'comment') continue
    if (!isInline(node)) {
      endLine()
      if (!isDistance(node)) blocks.push(node)
    } else if (isElement(node, 'br')) breaks += 1
    else if (!isBlank(node) || breaks === 0) {
      if (breaks > 1) endLine()
      else if (breaks === 1 && line.length > 0) line.push(el('br'))
      breaks = 0
      line.push(node)
    }
  }
  endLine()
  const [only] = lines
  if (only !== undefined && blocks.length === 1) return only
  return blocks.flatMap((block) => (isElement(block, 'div') ? block.children : [block]))
}
