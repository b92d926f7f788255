import { Extension } from '@tiptap/core'
import { type Command, type EditorState, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EDITOR_SHORTCUTS, shortcutText } from '../../ui/keys/shortcuts.ts'

/** The blocks touched by the selection: their positions, and the positions of the blocks before and after. */
function selectedBlocks({ doc, selection: { $from, $to } }: EditorState) {
  const start = $from.depth > 0 ? $from.before(1) : $from.pos
  const end = $to.depth > 0 ? $to.after(1) : $to.pos
  return { start, end, before: doc.resolve(start).nodeBefore, after: doc.resolve(end).nodeAfter }
}

/** Moves the blocks of the selection over the one before or after them; the selection goes with them. */
export function moveBlocks(direction: 'up' | 'down'): Command {
  return (state, dispatch) => {
    const { start, end, before, after } = selectedBlocks(state)
    const over = direction === 'up' ? before : after
    if (over === null || start === end) return false
    const { tr, selection } = state
    const distance = direction === 'up' ? -over.nodeSize : over.nodeSize
    // The other block changes its place: what is selected stays as it is.
    if (direction === 'up') tr.insert(end, over).delete(start - over.nodeSize, start)
    else tr.delete(end, end + over.nodeSize).insert(start, over)
    const moved =
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + distance)
        : TextSelection.between(
            tr.doc.resolve(selection.anchor + distance),
            tr.doc.resolve(selection.head + distance),
          )
    dispatch?.(tr.setSelection(moved).scrollIntoView())
    return true
  }
}

/** Moves blocks by keys, and by a handle beside the one under the pointer. */
export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const run = (command: Command) => () => {
      command(this.editor.state, this.editor.view.dispatch)
      // At the start and the end of the text the keys do nothing, in place of what the browser would.
      return true
    }
    return { 'Alt-Shift-ArrowUp': run(moveBlocks('up')), 'Alt-Shift-ArrowDown': run(moveBlocks('down')) }
  },
  addProseMirrorPlugins: () => [new Plugin({ view: (view) => new BlockHandle(view) })],
})

/** The handle at the start of the block under the pointer: dragged, it moves the block. Keys do the same. */
class BlockHandle {
  readonly #view: EditorView
  readonly #dom = document.createElement('div')
  /** The position of the block, null without one. */
  #block: number | null = null

  constructor(view: EditorView) {
    this.#view = view
    this.#dom.className = 'block-handle'
    this.#dom.draggable = true
    this.#dom.hidden = true
    this.#dom.ariaHidden = 'true'
    this.#dom.title = `Drag to move (${shortcutText(EDITOR_SHORTCUTS.moveBlock)})`
    this.#dom.addEventListener('dragstart', this.#onDragStart)
    view.dom.addEventListener('pointermove', this.#onPointerMove)
    view.dom.after(this.#dom)
  }

  update(view: EditorView, { doc }: EditorState): void {
    if (!view.state.doc.eq(doc)) this.#show(null)
  }

  destroy(): void {
    this.#view.dom.removeEventListener('pointermove', this.#onPointerMove)
    this.#dom.remove()
  }

  #onPointerMove = ({ clientX: left, clientY: top }: PointerEvent): void => {
    const at = this.#view.posAtCoords({ left, top })
    if (at === null) return
    const { doc } = this.#view.state
    const $at = doc.resolve(at.inside === -1 ? at.pos : at.inside)
    const block = $at.depth > 0 ? $at.before(1) : $at.pos
    this.#show(doc.nodeAt(block) === null ? null : block)
  }

  #show(block: number | null): void {
    const node = block === null ? null : this.#view.nodeDOM(block)
    this.#block = block
    this.#dom.hidden = !(node instanceof HTMLElement)
    if (node instanceof HTMLElement) this.#dom.style.top = `${node.offsetTop}px`
  }

  #onDragStart = ({ dataTransfer }: DragEvent): void => {
    const node = this.#block === null ? null : this.#view.nodeDOM(this.#block)
    if (this.#block === null || !dataTransfer || !(node instanceof HTMLElement)) return
    const { state } = this.#view
    const selection = NodeSelection.create(state.doc, this.#block)
    this.#view.dispatch(state.tr.setSelection(selection))
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', '')
    dataTransfer.setDragImage(node, 0, 0)
    this.#view.dragging = { slice: selection.content(), move: true }
  }
}
