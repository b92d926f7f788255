import fc from 'fast-check'
import type { Nodes } from 'hast'
import { expect } from 'vitest'
import { ELEMENTS } from '../../src/domain/body/elements.ts'
import { isElement, isInline } from '../../src/domain/body/html/hast.ts'
import { parseHtml } from '#parse-html'

/** The lines of words that a reader sees, without the dash before a speaker. */
function lines(source: string): string[] {
  const found = ['']
  const read = (node: Nodes) => {
    if (node.type === 'text') found.push((found.pop() ?? '') + node.value)
    const isApart = isElement(node) && (!isInline(node) || node.tagName === 'br') && node.tagName !== 'x-word'
    if (isApart) found.push('')
    if ('children' in node) node.children.forEach(read)
    if (isApart) found.push('')
  }
  read(parseHtml(source))
  return found
    .flatMap((line) => line.split('\n'))
    .map((line) => line.replace(/^\s*—/, '').trim())
    .filter((line) => line !== '')
}

const LINES = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'figcaption', 'footer', 'pre'])

/** Elements nested where the editor does not allow them: 'h2 > p'. */
function misplaced(node: Nodes, around = ''): string[] {
  if (!('children' in node)) return []
  return node.children.flatMap((child): string[] => {
    if (!isElement(child)) return []
    // The parser writes it into each table.
    if (child.tagName === 'tbody') return misplaced(child, around)
    const isInLine = LINES.has(around) || (isElement(node) && isInline(node))
    const isWrong =
      (isInLine && !isInline(child)) ||
      (/^[uo]l$/.test(around) && child.tagName !== 'li') ||
      ELEMENTS[child.tagName]?.within?.includes(around) === false
    return [...(isWrong ? [`${around} > ${child.tagName}`] : []), ...misplaced(child, child.tagName)]
  })
}

const APART =
  'p h2 h4 div section nav header footer blockquote pre ul ol li dl dt dd figure figcaption details summary address td'
const IN_LINE = 'span strong em a code sup x-word label'

/** HTML of any elements in each other, with a word of its own at each end of each; blocks of table cells in a table. */
const anyHtml = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('W', 'W', ' W ', '<br>'),
    fc
      .tuple(fc.constantFrom(...`${APART} ${IN_LINE} ${IN_LINE}`.split(' ')), tie('nodes'))
      .map(([name, inside]) => {
        if (name === 'x-word') return `<${name}>W</${name}>`
        if (name === 'td') return `<table><tr><td>${inside}</td><td>W</td></tr></table>`
        return `<${name}${name === 'a' ? ' href="/x"' : ''}>${inside}</${name}>`
      }),
  ),
})).nodes

/** With a number in place of each W, so that no two words are the same. */
function numbered(source: string): string {
  let count = 0
  return source.replaceAll('W', () => `w${count++}.`)
}

/** Expects that `write` keeps the lines of words of any HTML, each where the editor has a place for it. */
export function expectSameLines(write: (source: string) => string): void {
  fc.assert(
    fc.property(anyHtml, (source) => {
      const text = numbered(source)
      const written = write(text)
      // A caption may precede its picture.
      expect(lines(written).toSorted(), `${text} → ${written}`).toEqual(lines(text).toSorted())
      expect(misplaced(parseHtml(written)), `${text} → ${written}`).toEqual([])
    }),
    { numRuns: 2_000 },
  )
}
