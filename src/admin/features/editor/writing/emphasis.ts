import type { EditorState, Transaction } from '@tiptap/pm/state'

/** Range of the emphasised words in a title; null when there are none. */
export function emphasisRange({ doc }: Pick<EditorState, 'doc'>): { from: number; to: number } | null {
  let range: { from: number; to: number } | null = null
  doc.descendants((node, position) => {
    if (!node.isText || !node.marks.some(({ type }) => type.name === 'emphasis')) return
    range = { from: range?.from ?? position, to: position + node.nodeSize }
  })
  return range
}

/** The trimmed selection, or the word at the cursor; null when there is none. */
function wordRange({ doc, selection }: EditorState): { from: number; to: number } | null {
  let { from, to } = selection
  const sign = (position: number) => doc.textBetween(position, position + 1)
  const end = doc.content.size - 1
  if (selection.empty) {
    const isPart = (position: number) => /[\p{L}\p{N}'’-]/u.test(sign(position))
    while (from > 1 && isPart(from - 1)) from -= 1
    while (to < end && isPart(to)) to += 1
  }
  while (from < to && sign(from) === ' ') from += 1
  while (to > from && sign(to - 1) === ' ') to -= 1
  return from < to ? { from, to } : null
}

/**
 * Toggles the emphasis of the selection. A title has at most one emphasised passage. Null when there is nothing to
 * emphasise.
 */
export function emphasised(state: EditorState): Transaction | null {
  const type = state.schema.marks.emphasis
  if (!type) return null
  const current = emphasisRange(state)
  const wanted = wordRange(state)
  const tr = state.tr.removeMark(0, state.doc.content.size, type)
  const isSame = current && wanted && wanted.from >= current.from && wanted.to <= current.to
  if (isSame || (!wanted && current)) return tr
  return wanted ? tr.addMark(wanted.from, wanted.to, type.create()) : null
}
