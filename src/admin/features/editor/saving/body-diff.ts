import type { ElementContent } from 'hast'
import { textOf } from '../../../../domain/body/hast.ts'
import { parseHtml } from '../../../../domain/body/safe-html.ts'

/** A paragraph, heading or list of one of two texts; 'same' in both. A picture reads as its alt text. */
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

/**
 * What turns one body into the other, block by block: the longest common run of blocks stays. Texts of many hundred
 * blocks are compared without the blocks they begin and end with in common.
 */
export function diffBodies(before: string, after: string): DiffLine[] {
  const a = blocksOf(before)
  const b = blocksOf(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [
    ...a.slice(0, start).map(same),
    ...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const removed = a[i]
    const added = b[j]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else if (added !== undefined) {
      lines.push({ kind: 'added', text: added })
      j += 1
    }
  }
  return lines
}

/** Only what differs, with the unchanged block before each difference so that its place is known. */
export function differencesOnly(lines: readonly DiffLine[]): DiffLine[] {
  return lines.filter(({ kind }, index) => {
    const next = lines[index + 1]
    return kind !== 'same' || (next !== undefined && next.kind !== 'same')
  })
}
