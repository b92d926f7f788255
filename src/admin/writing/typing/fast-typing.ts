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
    return [keepCursorAtFocus(), readCursorAtKeys()]
  },
})

/**
 * A plugin that puts the cursor where it was when the text gets the focus back, as from a dialog. Browsers put it at the
 * start, and ProseMirror back 20 ms later: a key in between would be read at the start.
 */
function keepCursorAtFocus(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        focus(view) {
          // A press puts the cursor where it is.
          if (inputState(view).mouseDown === null) view.focus()
        },
      },
    },
  })
}

/**
 * A plugin that reads the cursor at each key. ProseMirror reads it at a later event, and undoes a move to the very start
 * in the first 200 ms of a focus, as the browser's own.
 */
function readCursorAtKeys(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, { isComposing }) {
          Object.assign(inputState(view), { lastFocus: 0 })
          if (!isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
        },
      },
    },
  })
}

/** What ProseMirror remembers of keys, focus and presses. Not in its types. */
function inputState(view: EditorView): { mouseDown: object | null } {
  return (view as unknown as { input: { mouseDown: object | null } }).input
}
