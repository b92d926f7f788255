import { Extension, resolveFocusPosition } from '@tiptap/core'

/**
 * The command `focus`, which moves the focus in the task of the key or press that caused it. TipTap's own waits for
 * the next frame: what is typed until then lands in the field before.
 */
export const ImmediateFocus = Extension.create({
  name: 'immediateFocus',
  addCommands() {
    return {
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
})
