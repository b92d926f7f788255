import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection } from '@tiptap/pm/state'
import { type EditorView, Decoration, DecorationSet } from '@tiptap/pm/view'
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

/** The end of the quotation that holds the cursor and names no speaker yet; null without one. */
export function placeOfSpeaker({ doc, selection: { $from } }: EditorState): number | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== 'blockquote') continue
    const end = $from.end(depth)
    const isEmpty = $from.node(depth).textContent === ''
    return isEmpty || speakers(doc).some(({ to }) => to === end) ? null : end
  }
  return null
}

/** The field under a quotation: a press begins the line of its speaker. */
function speakerField(view: EditorView): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'speaker speaker-field'
  button.textContent = '— Who says this?'
  button.addEventListener('click', () => {
    const place = placeOfSpeaker(view.state)
    const { paragraph } = view.state.schema.nodes
    if (place === null || !paragraph) return
    const tr = view.state.tr.insert(place, paragraph.create(null, view.state.schema.text('— ')))
    view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place + 3)).scrollIntoView())
    view.focus()
  })
  return button
}

/**
 * Shows the speaker of a quotation as readers will see it, or a field for one; the text itself stays a paragraph.
 */
export const Speaker = Extension.create({
  name: 'speaker',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations: (state) => {
            const place = placeOfSpeaker(state)
            return DecorationSet.create(state.doc, [
              ...speakers(state.doc).map(({ from, to }) => Decoration.node(from, to, { class: 'speaker' })),
              ...(place === null
                ? []
                : [Decoration.widget(place, speakerField, { side: 1, key: 'speaker' })]),
            ])
          },
        },
      }),
    ]
  },
})
