import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Where a quotation names its speaker: its last paragraph, when that begins with an em dash. */
export function speakers(doc: Node): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  doc.descendants((node, position) => {
    const last = node.lastChild
    if (node.type.name !== 'blockquote' || node.childCount < 2 || !last) return
    if (last.type.name !== 'paragraph' || !last.textContent.trimStart().startsWith('—')) return
    const to = position + node.nodeSize - 1
    found.push({ from: to - last.nodeSize, to })
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
