import { diffArrays } from 'diff'
import type { ElementContent } from 'hast'
import { textOf } from '../../../../domain/body/hast.ts'
import { parseHtml } from '../../../../domain/body/safe-html.ts'

/** A block in a diff of two texts. A picture is shown as its alt text. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** The blocks of a body as text, in order. */
function blocksOf(html: string): string[] {
  return parseHtml(html).children.flatMap((node) => {
    if (node.type !== 'element' && node.type !== 'text') return []
    const words = textOf(node).replace(/\s+/g, ' ').trim()
    const pictures = node.type === 'element' ? picturesIn(node) : []
    return [...pictures, ...(words === '' ? [] : [words])]
  })
}

function picturesIn(node: ElementContent): string[] {
  if (node.type !== 'element') return []
  if (node.tagName === 'img') return [`[Picture: ${String(node.properties.alt || node.properties.src)}]`]
  return node.children.flatMap(picturesIn)
}

/** Block diff of two bodies. */
export function diffBodies(before: string, after: string): DiffLine[] {
  return diffArrays(blocksOf(before), blocksOf(after)).flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value.map((text) => ({ kind, text }) as const)
  })
}

/** The changed blocks, each with the unchanged block before it for orientation. */
export function differencesOnly(lines: readonly DiffLine[]): DiffLine[] {
  return lines.filter(({ kind }, index) => {
    const next = lines[index + 1]
    return kind !== 'same' || (next !== undefined && next.kind !== 'same')
  })
}
