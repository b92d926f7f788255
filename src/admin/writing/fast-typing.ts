import { Extension, resolveFocusPosition } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Keeps keys in their order and their field, however fast they follow each other and however slow the machine is. */
export const FastTyping = Extension.create({
  name: 'fastTyping',
  addCommands() {
    return {
      // Moves the focus in the task of the key or press that caused it. TipTap's own command waits for the next frame:
      // what is typed until then lands in the field before.
      focus:
        (position = null) =>
        ({ editor, view, tr, dispatch }) => {
          if (!dispatch || (position === null && view.hasFocus())) return true
          const selection = resolveFocusPosition(tr.doc, position)
          if (selection !== null) tr.setSelection(selection)
          tr.scrollIntoView()
          view.focus()
          // A dialog keeps the focus until it is gone.
          if (!view.hasFocus()) requestAnimationFrame(() => !editor.isDestroyed && view.focus())
          return true
        },
    }
  },
  addProseMirrorPlugins() {
    return [keysInOrder()]
  },
})

/**
 * A plugin that inserts letters by a transaction until the last change is painted, and reads the cursor at each key.
 * Chromium inserts a letter of its own at the wrong place into a block that it has not painted yet, as after Enter and
 * a letter in the same frame, and tells where an arrow key has moved the cursor only after the next key.
 */
function keysInOrder(): Plugin {
  let changes = 0
  let paintedChanges = 0
  return new Plugin({
    view: () => ({
      update({ state }, { doc }) {
        if (state.doc === doc) return
        const change = ++changes
        // Frames are painted after their callbacks.
        requestAnimationFrame(() => setTimeout(() => (paintedChanges = change)))
      },
    }),
    props: {
      handleKeyPress(view, event) {
        if (paintedChanges === changes) return false
        insertText(view, String.fromCodePoint(event.charCode))
        return true
      },
      handleDOMEvents: {
        keydown({ dom }, { isComposing }) {
          if (!isComposing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
        },
      },
    },
  })
}

/** Inserts text as ProseMirror does for what is typed, so that plugins for typed text see it. */
function insertText(view: EditorView, text: string): void {
  const { from, to } = view.state.selection
  const insertion = () => view.state.tr.insertText(text).scrollIntoView()
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, insertion)))
    view.dispatch(insertion())
}
