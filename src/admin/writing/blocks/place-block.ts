import type { Editor, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type Transaction, TextSelection } from '@tiptap/pm/state'

/**
 * Inserts blocks into the text: in place of an empty paragraph, before a paragraph when the cursor is at its start, else
 * after the block with the cursor. Returns the position of the first. The cursor goes to the paragraph below them, which
 * is added if needed.
 */
export function placeBlocks(tr: Transaction, nodes: readonly Node[]): number | null {
  const { paragraph } = tr.doc.type.schema.nodes
  if (!paragraph) return null
  const { $from, to } = tr.selection
  const start = $from.depth > 0 ? $from.before(1) : $from.pos
  const end = $from.depth > 0 ? $from.after(1) : to
  const block = tr.doc.nodeAt(start)
  let at = end
  if (block?.type === paragraph && block.content.size === 0) {
    tr.replaceWith(start, end, nodes)
    at = start
  } else {
    if ($from.depth === 1 && $from.parentOffset === 0) at = start
    tr.insert(at, nodes)
  }
  const below = nodes.reduce((position, { nodeSize }) => position + nodeSize, at)
  if (tr.doc.nodeAt(below)?.type !== paragraph) tr.insert(below, paragraph.create())
  tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView()
  return at
}

/** Inserts blocks, given as JSON. The cursor goes into the first, where it has text, else below them. */
export function insertBlocks(editor: Editor, ...blocks: readonly JSONContent[]): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const nodes = blocks.map((block) => state.schema.nodeFromJSON(block))
      const at = placeBlocks(tr, nodes)
      if (at !== null && nodes[0]?.isLeaf === false && !nodes[0].isTextblock) {
        tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
      }
      return at !== null
    })
    .run()
}
