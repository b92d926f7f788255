import type { Node } from '@tiptap/pm/model'
import type { Find } from '../../../../domain/story/story-checks.ts'

export interface Range {
  from: number
  to: number
}

/** The range of something in a document; null when it is no longer there. */
export function findInText(doc: Node, { kind, value, nth }: Find): Range | null {
  const found = FINDERS[kind](doc, value)
  return found[nth] ?? found.at(-1) ?? null
}

const FINDERS: Readonly<Record<Find['kind'], (doc: Node, value: string) => Range[]>> = {
  heading: (doc, value) =>
    collect(doc, (node, at, parent) => {
      // The heading of a fact box is none of the story.
      const isHeading = node.type.name === 'heading' && parent?.type.name !== 'factBox'
      const isFound = isHeading && node.textContent.replace(/\s+/g, ' ').trim() === value
      return isFound ? [{ from: at + 1, to: at + node.nodeSize - 1 }] : []
    }),
  picture: (doc, value) =>
    collect(doc, (node, at) =>
      node.type.name === 'figure' && node.attrs.src === value ? [{ from: at, to: at + node.nodeSize }] : [],
    ),
  words: (doc, value) =>
    collect(doc, (node, at) => {
      if (!node.isTextblock) return []
      // Each leaf, such as a line break, becomes a blank: both have length 1.
      const text = node.textBetween(0, node.content.size, null, ' ')
      const found: Range[] = []
      for (let start = text.indexOf(value); start >= 0; start = text.indexOf(value, start + value.length))
        found.push({ from: at + 1 + start, to: at + 1 + start + value.length })
      return found
    }),
  link: (doc, value) => {
    const found: Range[] = []
    doc.descendants((node, at) => {
      const marked = node.marks.some(({ type, attrs }) => type.name === 'link' && attrs.href === value)
      if (!marked && (node.isText || node.attrs.href !== value)) return
      const last = found.at(-1)
      // The words of one link may have several styles.
      if (marked && last?.to === at) last.to = at + node.nodeSize
      else found.push({ from: at, to: at + node.nodeSize })
    })
    return found
  },
}

function collect(doc: Node, find: (node: Node, at: number, parent: Node | null) => Range[]): Range[] {
  const found: Range[] = []
  doc.descendants((node, at, parent) => {
    found.push(...find(node, at, parent))
  })
  return found
}
