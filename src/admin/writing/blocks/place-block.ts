import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Transaction, TextSelection } from '@tiptap/pm/state'

/**
 * Inserts a block into the text: in place of an empty paragraph, before a paragraph when the cursor is at its start, else
 * after the block with the cursor. Returns the position of the block. The cursor goes to the paragraph below it, which is
 * added if needed.
 */
export function placeBlock(tr: Transaction, node: Node): number | null {
  const { paragraph } = node.type.schema.nodes
  if (!paragraph) return null
  const { $from, to } = tr.selection
  const start = $from.depth > 0 ? $from.before(1) : $from.pos
  const end = $from.depth > 0 ? $from.after(1) : to
  const block = tr.doc.nodeAt(start)
  let at = end
  if (block?.type === paragraph && block.content.size === 0) {
    tr.replaceWith(start, end, node)
    at = start
  } else {
    if ($from.depth === 1 && $from.parentOffset === 0) at = start
    tr.insert(at, node)
  }
  const below = at + node.nodeSize
  if (tr.doc.nodeAt(below)?.type !== paragraph) tr.insert(below, paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView()
  return at
}

/** Inserts a block, given as JSON. The cursor goes into it, where it has text, else below it. */
export function insertBlock(editor: Editor, block: JSONContent): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const node = state.schema.nodeFromJSON(block)
      const at = placeBlock(tr, node)
      if (at !== null && !node.isLeaf && !node.isTextblock) {
        tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
      }
      return at !== null
    })
    .run()
}
