import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { perBlock } from './per-block.ts'

interface Range {
  from: number
  to: number
}

/** The speakers within a block, from its start. */
const speakersIn = perBlock((block) => {
  const found: Range[] = []
  const collect = (node: Node, position: number) => {
    if (node.isTextblock) return false
    const last = node.lastChild
    if (node.type.name !== 'blockquote' || node.childCount < 2 || !last) return true
    if (last.type.name !== 'paragraph' || !last.textContent.trimStart().startsWith('—')) return true
    const to = position + node.nodeSize - 1
    found.push({ from: to - last.nodeSize, to })
    return true
  }
  if (collect(block, 0)) block.descendants((node, position) => collect(node, position + 1))
  return found
})

/** Where a quotation names its speaker: its last paragraph, when that begins with an em dash. */
export function speakers(doc: Node): Range[] {
  const found: Range[] = []
  doc.forEach((block, offset) => {
    for (const { from, to } of speakersIn(block)) found.push({ from: from + offset, to: to + offset })
  })
  return found
}

/** Shows the speaker of a quotation as readers will see it; the text itself stays a paragraph. */
export const Speaker = Extension.create({
  name: 'speaker',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations: ({ doc }) =>
            DecorationSet.create(
              doc,
              speakers(doc).map(({ from, to }) => Decoration.node(from, to, { class: 'speaker' })),
            ),
        },
      }),
    ]
  },
})
