import { Extension, Mark, Node } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { type EditorState, type Transaction, Plugin } from '@tiptap/pm/state'
import { Placeholder } from '@tiptap/extension-placeholder'
import { titleParts } from '../../../../domain/story/title.ts'
import { FastTyping } from '../../../writing/typing/fast-typing.ts'
import { UndoSteps } from '../../../writing/typing/undo-steps.ts'

const TitleDocument = Node.create({ name: 'doc', topNode: true, content: 'title' })
const TitleText = Node.create({ name: 'text', group: 'inline' })
const TitleLine = Node.create({
  name: 'title',
  content: 'text*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
})

const Emphasis = Mark.create({
  name: 'emphasis',
  inclusive: false,
  parseHTML: () => [{ tag: 'em' }],
  renderHTML: () => ['em', 0],
})

interface TitleKeys {
  /** Called on Enter: moves to the body. */
  onLeave: () => void
}

const Keys = Extension.create<TitleKeys>({
  name: 'titleKeys',
  addOptions: () => ({ onLeave: () => undefined }),
  addKeyboardShortcuts() {
    const leave = () => {
      this.options.onLeave()
      return true
    }
    const emphasise = () => {
      const { state, view } = this.editor
      const tr = toggleEmphasis(state)
      if (tr) view.dispatch(tr)
      return true
    }
    return {
      Enter: leave,
      'Shift-Enter': leave,
      'Mod-i': emphasise,
      'Mod-I': emphasise,
      // No bold in a title: swallow the key.
      'Mod-b': () => true,
    }
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          // Pasted text becomes one line.
          handlePaste: (view, event) => {
            const line = (event.clipboardData?.getData('text/plain') ?? '').replace(/\s+/g, ' ').trim()
            if (line !== '')
              view.dispatch(view.state.tr.insertText(line).setMeta('uiEvent', 'paste').scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})

/** A title is one line of text with at most one emphasised passage. */
export function titleExtensions(keys: TitleKeys) {
  return [
    TitleDocument,
    TitleLine,
    TitleText,
    Emphasis,
    Keys.configure(keys),
    FastTyping,
    UndoSteps,
    Placeholder.configure({ placeholder: 'Title' }),
  ]
}

/** The content of the title's editor. */
export function titleDoc(title: string, emphasis: string) {
  const parts = title === '' ? [] : titleParts(title, emphasis || null)
  return {
    type: 'doc',
    content: [
      {
        type: 'title',
        content: parts.map(({ text, emphasis: em }) => ({
          type: 'text',
          text,
          ...(em ? { marks: [{ type: 'emphasis' }] } : {}),
        })),
      },
    ],
  }
}

/** The title and its emphasised words, '' when there are none. */
export function readTitle(doc: DocNode): { title: string; title_emphasis: string } {
  let emphasis = ''
  doc.descendants((node) => {
    if (node.isText && node.marks.some(({ type }) => type.name === 'emphasis')) emphasis += node.text ?? ''
  })
  return { title: doc.textContent, title_emphasis: emphasis }
}

/** Range of the emphasised words in a title; null when there are none. */
export function emphasisRange(doc: DocNode): { from: number; to: number } | null {
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
  const characterAt = (position: number) => doc.textBetween(position, position + 1)
  const end = doc.content.size - 1
  if (selection.empty) {
    const isPart = (position: number) => /[\p{L}\p{N}'’-]/u.test(characterAt(position))
    while (from > 1 && isPart(from - 1)) from -= 1
    while (to < end && isPart(to)) to += 1
  }
  while (from < to && characterAt(from) === ' ') from += 1
  while (to > from && characterAt(to - 1) === ' ') to -= 1
  return from < to ? { from, to } : null
}

/** Toggles the emphasis of the selection; a title has one at most. Null when there is nothing to emphasise. */
export function toggleEmphasis(state: EditorState): Transaction | null {
  const type = state.schema.marks.emphasis
  if (!type) return null
  const current = emphasisRange(state.doc)
  const wanted = wordRange(state)
  const tr = state.tr.removeMark(0, state.doc.content.size, type)
  const isSame = current && wanted && wanted.from >= current.from && wanted.to <= current.to
  if (isSame || (!wanted && current)) return tr
  return wanted ? tr.addMark(wanted.from, wanted.to, type.create()) : null
}
