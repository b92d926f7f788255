import { Extension } from '@tiptap/core'
import { closeHistory, history, isHistoryTransaction, redo, undo } from '@tiptap/pm/history'
import { type Command, type EditorState, type Transaction, Plugin } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

/**
 * Undo and redo in which every text that stood in the editor can be had back: a word, a run of deleted letters, and
 * anything else (a replaced or deleted selection, pasted text, formatting, Enter) is a step of its own. So is what
 * follows a pause of half a second.
 */
export const UndoSteps = Extension.create({
  name: 'undoSteps',
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch)
    return { 'Mod-z': run(undo), 'Mod-y': run(redo), 'Shift-Mod-z': run(redo) }
  },
  addProseMirrorPlugins: () => undoPlugins(),
})

/** The plugins of UndoSteps. */
export function undoPlugins(): Plugin[] {
  return [stepBoundaries(), history({ depth: Infinity })]
}

/** The last change. A change of the same run begins at `end`. */
interface Edit {
  /** `replacing`: letters took the place of others. `other`: nothing joins it. */
  kind: 'inserting' | 'deleting' | 'replacing' | 'other'
  end: number
  /** The id of the composition of an input method that it belongs to. */
  composition: unknown
}

/** A plugin that begins a step of undo at each change that does not continue the one before. The history follows it. */
function stepBoundaries(): Plugin {
  return new Plugin<Edit | null>({
    state: {
      init: () => null,
      apply: (tr, last, before) => {
        if (!tr.docChanged) return tr.selection.empty && tr.selection.head === last?.end ? last : null
        if (isHistoryTransaction(tr)) return null
        if (!isOwnEdit(tr)) return last && { ...last, end: tr.mapping.map(last.end) }
        if (last === null || !continues(last, tr, before)) closeHistory(tr)
        return readEdit(tr, before.selection.empty)
      },
    },
  })
}

/** Whether a change is no addition of a plugin to another one, and can be undone. */
function isOwnEdit(tr: Transaction): boolean {
  return tr.getMeta('addToHistory') !== false && tr.getMeta('appendedTransaction') === undefined
}

function readEdit(tr: Transaction, wasEmpty: boolean): Edit {
  const composition: unknown = tr.getMeta('composition')
  const { from, to, inserted } = readReplacement(tr)
  const other = { kind: 'other', end: 0, composition } as const
  // What one key gives has one letter, or two code units.
  if (inserted === null || (composition === undefined && inserted.length > 2)) return other
  if (inserted !== '') {
    return { kind: from === to ? 'inserting' : 'replacing', end: tr.selection.head, composition }
  }
  return wasEmpty && to - from <= 2 ? { kind: 'deleting', end: from, composition } : other
}

/** The replaced range and the text put into it; `inserted` is null when a change is more than that. */
function readReplacement(tr: Transaction): { from: number; to: number; inserted: string | null } {
  const step = tr.steps.length === 1 && tr.getMeta('uiEvent') === undefined ? tr.steps[0] : undefined
  if (!(step instanceof ReplaceStep)) return { from: 0, to: 0, inserted: null }
  const { from, to, slice } = step
  const { content } = slice
  // A letter typed over all of a text comes with its paragraph.
  const isText = content.childCount === 0 || content.firstChild?.isText === true || from < to
  return { from, to, inserted: isText ? content.textBetween(0, content.size) : null }
}

/** Whether a change goes on with the word, or with the deleting, of the one before. */
function continues(last: Edit, tr: Transaction, { doc, selection }: EditorState): boolean {
  const edit = readEdit(tr, selection.empty)
  if (last.kind === 'other' || edit.kind === 'other') return false
  const isLastInserting = last.kind !== 'deleting'
  if (edit.composition !== undefined) {
    // An input method replaces its letters as it goes.
    return edit.composition === last.composition && isLastInserting === (edit.kind !== 'deleting')
  }
  const { from, to, inserted } = readReplacement(tr)
  if (edit.kind === 'deleting') return !isLastInserting && (from === last.end || to === last.end)
  if (edit.kind === 'replacing' || !isLastInserting || from !== last.end) return false
  const before = doc.textBetween(from - 1, from, '\n', '\n')
  return !(/\s/.test(before) && /\S/.test(inserted ?? ''))
}
